import { hash } from 'node:crypto'
import type { SourceReason } from '../messages/not-understood.ts'

/** A message, or some of its parts, that made no readings, as it is kept. */
export interface QuarantinedMessage {
  sourceId: number
  /** Milliseconds since 1970. */
  receivedAt: number
  path: string
  query: string
  media: string
  /** JSON of the parts; null if the message could not be cut into parts, then there are its bytes. */
  parts: string | null
  body: Buffer | null
  places: string[] | null
  /** The device that it is about, as the source calls it; null if it is not that which is unknown. */
  externalId: string | null
  label: string | null
  model: string | null
  reason: SourceReason
  /** Whether it is known by its own time or key, whenever it comes. */
  isDated: boolean
}

/**
 * The same message that is sent again has the same digest. One without a time of its own is another one whenever it comes,
 * as it would make another reading: a sensor without a clock says the same for hours.
 */
export function digestOfMessage(message: QuarantinedMessage): Buffer {
  const { parts, body, places, externalId, path, receivedAt, isDated } = message
  const at = isDated ? '' : `|${receivedAt}`
  const content = `${path}|${externalId ?? ''}|${places?.join() ?? ''}${at}|${parts ?? body?.toString('latin1') ?? ''}`
  return Buffer.from(hash('sha256', content, 'hex'), 'hex').subarray(0, 16)
}

export const bytesOf = ({ parts, body }: Pick<QuarantinedMessage, 'parts' | 'body'>): number =>
  (parts === null ? 0 : Buffer.byteLength(parts)) + (body?.length ?? 0)
