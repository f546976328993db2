import type { Device } from '../../core/devices/device.ts'
import type { FindDevice } from '../../core/devices/device-tokens.ts'
import type { RefuseToken } from '../../core/devices/refusals/bad-token-limit.ts'
import { limitBehind } from '../../core/devices/refusals/refusal.ts'
import { type GroupCommit, tooBusy } from '../../core/ingestion/group-commit.ts'
import { checkedReading } from '../../core/telemetry/checked-reading.ts'
import { toReading } from '../../core/telemetry/reading.ts'
import { RequestError, unavailable } from '../../platform/errors.ts'
import type { ExpressLane } from '../../platform/http/express/express-lane.ts'
import { type PlainResponse, refusalResponse } from '../../platform/http/express/plain-response.ts'
import { heldBack } from '../../platform/http/express/shed-load.ts'
import { parseReading } from '../../platform/http/schemas/json-bodies.ts'
import type { IngestionWatch, NoteRefusal } from './note-refusal.ts'

export const INGEST_PATH = '/api/telemetry/ingest'
const JSON_TYPES: readonly (string | undefined)[] = ['application/json', 'application/json; charset=utf-8']

interface IngestExpress {
  findDevice: FindDevice
  commits: GroupCommit
  watch: IngestionWatch
  refuseToken: RefuseToken
  noteRefusal: NoteRefusal
  now: () => Date
}

/**
 * Handles a plain request with one reading, as nearly every request is, on the shortest path: a quarter less work than
 * through the framework. Bad tokens and bad bodies are refused here too, with the framework's messages, so that they
 * cost no more than a good reading. Anything else is handed to the framework.
 */
export function ingestExpress(options: IngestExpress): ExpressLane {
  const { findDevice, commits, watch, refuseToken, noteRefusal, now } = options
  async function store(token: string, body: Buffer, addressOf: () => string): Promise<PlainResponse | null> {
    let device: Device | null = null
    try {
      const found = findDevice(token)
      device = found instanceof Promise ? await found : found
      if (device === null) throw refuseToken(addressOf())
      if (commits.isFull()) throw tooBusy()
      const reading = toReading(checkedReading(parseReading(body)), now().getTime())
      await commits.submit({ device, reading }, body.length)
      return { status: 200, body: `{"status":"ok","ts":${reading.ts}}` }
    } catch (error) {
      if (!(error instanceof RequestError)) return null
      const { statusCode: status, message } = error
      noteRefusal({ device, token, status, message, address: addressOf(), limit: limitBehind(error) })
      return refusalResponse(error)
    }
  }
  async function refuse(): Promise<PlainResponse> {
    watch.refused(503)
    return refusalResponse(unavailable(await heldBack(), 'readings_busy'))
  }
  return {
    path: INGEST_PATH,
    async take({ headers, body }, addressOf) {
      if (commits.isOverloaded()) return refuse()
      if (!JSON_TYPES.includes(headers.get('content-type'))) return null
      // Without this header, the token may be where only the framework's routes look.
      if (!headers.has('x-device-token') && headers.has('authorization')) return null
      return store(headers.get('x-device-token') ?? '', body, addressOf)
    },
  }
}
