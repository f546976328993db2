import type { FindDevice } from '../devices/device-tokens.ts'
import { RequestError } from '../platform/errors.ts'
import { errorEnvelope } from '../platform/http/error-answers.ts'
import type { ExpressLane } from '../platform/http/express-lane.ts'
import { parseJson } from '../platform/http/json-bodies.ts'
import type { PlainAnswer } from '../platform/http/plain-answer.ts'
import { heldBack } from '../platform/http/shed-load.ts'
import { toReading } from '../telemetry/reading.ts'
import { checkedReading } from './checked-reading.ts'
import { type GroupCommit, TOO_BUSY } from './group-commit.ts'
import type { IngestionWatch } from './ingestion-api.ts'

export const INGEST_PATH = '/api/telemetry/ingest'
const JSON_TYPES: readonly (string | undefined)[] = ['application/json', 'application/json; charset=utf-8']

export interface IngestExpress {
  findDevice: FindDevice
  commits: GroupCommit
  isOverloaded: () => boolean
  watch: IngestionWatch
  now: () => Date
}

/**
 * A good reading of a known device, which nearly every request is, on the shortest way to the disk: a quarter less
 * work than on the usual one. Only 200 and 503 are answered here. Whatever else is to be said of a request, the usual way says.
 */
export function ingestExpress({ findDevice, commits, isOverloaded, watch, now }: IngestExpress): ExpressLane {
  async function store(token: string, body: Buffer): Promise<PlainAnswer | null> {
    try {
      const found = findDevice(token)
      const device = found instanceof Promise ? await found : found
      if (device === null) return null
      const reading = toReading(checkedReading(parseJson(body)), now().getTime())
      await commits.submit({ device, reading }, body.length)
      return { status: 200, body: `{"status":"ok","ts":${reading.ts}}` }
    } catch (error) {
      if (!(error instanceof RequestError) || error.statusCode !== 503) return null
      watch.refused(503)
      return unavailableAnswer(error.message, Number(error.headers['retry-after']))
    }
  }
  async function refuse(): Promise<PlainAnswer> {
    watch.refused(503)
    return unavailableAnswer(TOO_BUSY, await heldBack())
  }
  return {
    path: INGEST_PATH,
    async take({ headers, body }) {
      if (isOverloaded()) return refuse()
      const token = headers.get('x-device-token')
      return token === undefined || !JSON_TYPES.includes(headers.get('content-type')) ? null : store(token, body)
    },
  }
}

const unavailableAnswer = (message: string, retryAfterS: number): PlainAnswer => ({
  status: 503,
  body: JSON.stringify(errorEnvelope(503, message)),
  retryAfterS,
})
