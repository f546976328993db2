import type { Device } from '../../../core/devices/device.ts'
import { checkedReading } from '../../../core/telemetry/checked-reading.ts'
import { toReading } from '../../../core/telemetry/reading.ts'
import { faultOf } from '../../../platform/error-messages/reasons.ts'
import { badRequest, RequestError } from '../../../platform/errors.ts'
import { decodeUtf8, parseReadingText } from '../../../platform/http/schemas/json-bodies.ts'
import { itemsOf, READING_LIMIT_BYTES } from '../batch-items.ts'
import { type BatchContext, ingestBatch } from '../ingest-batch.ts'
import { REASON } from './reasons.ts'

const TOPICS: readonly string[] = ['v1/devices/me/telemetry', 'tocsin/telemetry']

/** Fault of a message. */
export interface MessageFault {
  status: number
  /** Success if some of its readings are stored. */
  reasonCode: number
  message: string
  /** Number of refused readings of a batch; the others are stored. */
  rejected?: number
}

/**
 * Stores a message, a reading or an array of them, like the two routes of the HTTP API. Resolves when it is on disk,
 * with its fault if there is one; sending a faulty message again would not help. Throws when the outcome is unknown or
 * the queue is full.
 */
export async function storeMessage(
  message: { device: Device; topic: string; payload: Buffer },
  context: BatchContext,
): Promise<MessageFault | null> {
  const { device, topic, payload } = message
  const { commits, receivedAt, onQueued } = context
  if (!TOPICS.includes(topic)) {
    const message = `nothing is taken at the topic ${JSON.stringify(topic.slice(0, 100))}`
    return { status: 400, reasonCode: REASON.badTopic, message }
  }
  try {
    if (payload.length === 0) throw badRequest('in_english', 'The payload is empty')
    const body = parseReadingText(decodeUtf8(payload), 'The payload')
    if (Array.isArray(body)) {
      const { accepted, rejected } = await ingestBatch({ device, items: itemsOf(body), bytes: payload.length }, context)
      const [first] = rejected
      if (first === undefined) return null
      const message = `${rejected.length} of ${body.length} readings, first: ${first.message}`
      const reasonCode = accepted > 0 ? REASON.success : REASON.badPayload
      return { status: 400, reasonCode, message, rejected: rejected.length }
    }
    if (payload.length > READING_LIMIT_BYTES)
      throw new RequestError(413, faultOf('in_english', 'The reading is too large'))
    const stored = commits.submit({ device, reading: toReading(checkedReading(body), receivedAt) }, payload.length)
    onQueued?.()
    await stored
    return null
  } catch (error) {
    const status = error instanceof RequestError ? error.statusCode : 500
    if (status !== 400 && status !== 413) throw error
    const reasonCode = status === 400 ? REASON.badPayload : REASON.quotaExceeded
    return { status, reasonCode, message: (error as RequestError).message }
  }
}
