import type { FastifyBaseLogger, FastifyError } from 'fastify'
import type { Device } from '../devices/device.ts'
import type { FindDevice } from '../devices/device-tokens.ts'
import type { RefusalRecorder } from '../devices/refusals/refusal-recorder.ts'
import type { RefuseToken } from '../devices/refusals/token-refusals.ts'
import { type GroupCommit, tooBusy } from '../ingestion/group-commit.ts'
import type { IngestionWatch, NoteRefusal } from '../ingestion/note-refusal.ts'
import { RequestError } from '../platform/errors.ts'
import { statusOf } from '../platform/http/error-answers.ts'
import { MqttRefusal, REASON } from './reasons.ts'
import type { Message } from './session.ts'
import { type MessageFault, takeMessage } from './take-message.ts'

export interface SenderContext {
  findDevice: FindDevice
  commits: GroupCommit
  isOverloaded: () => boolean
  refusals: RefusalRecorder
  refuseToken: RefuseToken
  noteRefusal: NoteRefusal
  watch: IngestionWatch
  now: () => Date
  log: FastifyBaseLogger
}

/** Whoever is at the other end of a connection, and what the service does for them. */
export interface Sender {
  /** Throws MqttRefusal. Asked each time, and answered mostly from memory: a token that ends, ends within a second. */
  device(reasonCode?: number): Promise<Device>
  /** Resolves when the message may be acknowledged, with what is wrong with it. Throws when it may not. */
  take(message: Message): Promise<MessageFault | null>
  /** Counts a refusal and remembers it for people to see. */
  note(status: number, message: string): void
  /** The same for whatever was thrown, which is then what the client is told. */
  refused(error: unknown): MqttRefusal
}

export function openSender(token: string, address: string, context: SenderContext): Sender {
  const { findDevice, commits, refusals, watch, log } = context
  let known: Device | null = null
  let isWarned = false

  async function device(reasonCode: number = REASON.notAuthorized): Promise<Device> {
    const found = await findDevice(token)
    if (found === null) {
      known = null
      const { statusCode, message } = context.refuseToken(address)
      throw new MqttRefusal(statusCode === 401 ? reasonCode : REASON.tooManyConnections, statusCode, message)
    }
    known = found
    return found
  }

  function note(status: number, message: string): void {
    context.noteRefusal({ device: known, token, status, message, address })
  }

  /** Once for each connection: before version 5 its maker finds out nowhere else. */
  function tell({ status, message, rejected }: MessageFault): void {
    if (rejected === undefined) note(status, message)
    else {
      watch.rejected(rejected)
      refusals.note({ device: known, token, status, message, address })
    }
    if (isWarned) return
    isWarned = true
    const about = { device_id: known?.id, fault: message }
    log.warn(about, 'a message over MQTT was refused; further ones of its connection go untold')
  }

  return {
    device,
    note,
    async take({ topic, payload }) {
      const sentBy = await device()
      if (context.isOverloaded()) throw tooBusy()
      const receivedAt = context.now().getTime()
      const fault = await takeMessage({ device: sentBy, topic, payload }, { commits, receivedAt })
      if (fault !== null) tell(fault)
      return fault
    },
    refused(error) {
      const status = statusOf(error as FastifyError)
      if (!(error instanceof RequestError)) log.error({ err: error }, 'a client over MQTT could not be served')
      const { message } = error as Error
      if (status < 500) note(status, message)
      else watch.refused(status)
      if (error instanceof MqttRefusal) return error
      return status === 503
        ? new MqttRefusal(REASON.busy, status, error instanceof RequestError ? message : 'The database does not answer')
        : new MqttRefusal(REASON.internalError, status, 'Something went wrong here; the log has the details')
    },
  }
}
