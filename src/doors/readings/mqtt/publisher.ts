import type { FastifyBaseLogger, FastifyError } from 'fastify'
import type { Device } from '../../../core/devices/device.ts'
import type { FindDevice } from '../../../core/devices/device-tokens.ts'
import type { RefuseToken } from '../../../core/devices/refusals/bad-token-limit.ts'
import { limitBehind } from '../../../core/devices/refusals/refusal.ts'
import type { RefusalRecorder } from '../../../core/devices/refusals/refusal-recorder.ts'
import { type GroupCommit, tooBusy } from '../../../core/ingestion/group-commit.ts'
import { RequestError } from '../../../platform/errors.ts'
import { statusOf } from '../../../platform/http/error-responses.ts'
import type { IngestionWatch, NoteRefusal } from '../note-refusal.ts'
import { MqttRefusal, REASON } from './reasons.ts'
import type { PublishedMessage } from './session.ts'
import { type MessageFault, storeMessage } from './store-message.ts'

export interface PublisherContext {
  findDevice: FindDevice
  commits: GroupCommit
  refusals: RefusalRecorder
  refuseToken: RefuseToken
  noteRefusal: NoteRefusal
  watch: IngestionWatch
  now: () => Date
  log: FastifyBaseLogger
}

/** One connected client: its device, its messages and its refusals. */
interface Publisher {
  /**
   * Looks up the device of the token, mostly in memory. Called for each message, so that a revoked token stops working
   * within a second. Throws MqttRefusal.
   */
  device(reasonCode?: number): Promise<Device>
  /** Resolves when the message may be acknowledged, with its fault if it has one. Throws when it may not be. */
  take(message: PublishedMessage): Promise<MessageFault | null>
  /** Counts a refusal and records it for people to see. */
  note(status: number, message: string): void
  /** Records a thrown error in the same way, and returns the refusal for the client. */
  refused(error: unknown): MqttRefusal
}

export function openPublisher(token: string, address: string, context: PublisherContext): Publisher {
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

  /** Records each fault, and logs the first one of a connection: before version 5, clients cannot be told. */
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

  /** Resolved when the readings before are in the queue: those of a client are stored in their order. */
  let before = Promise.resolve()

  return {
    device,
    note,
    async take({ topic, payload }) {
      const sentBy = await device()
      if (context.commits.isOverloaded()) throw tooBusy()
      const receivedAt = context.now().getTime()
      const turn = before
      const { promise, resolve: onQueued } = Promise.withResolvers<void>()
      before = promise
      await turn
      try {
        const fault = await storeMessage({ device: sentBy, topic, payload }, { commits, receivedAt, onQueued })
        if (fault !== null) tell(fault)
        return fault
      } finally {
        onQueued()
      }
    },
    refused(error) {
      const status = statusOf(error as FastifyError)
      if (!(error instanceof RequestError)) log.error({ err: error }, 'a client over MQTT could not be served')
      const { message } = error as Error
      const limit = limitBehind(error)
      if (limit !== undefined) {
        context.noteRefusal({ device: known, token, status, message, address, limit })
        return new MqttRefusal(REASON.quotaExceeded, status, message)
      }
      if (status < 500) note(status, message)
      else watch.refused(status)
      if (error instanceof MqttRefusal) return error
      return status === 503
        ? new MqttRefusal(REASON.busy, status, error instanceof RequestError ? message : 'The database does not answer')
        : new MqttRefusal(REASON.internalError, status, 'Something went wrong here; the log has the details')
    },
  }
}
