import { createHmac } from 'node:crypto'

type Numbered = { id: number; created_at: Date }

/**
 * The ID of a notification outside of the service, the same for each attempt. Its number alone would not do: after a
 * backup is restored, numbers begin again, and receivers drop what they believe to have already.
 */
export const messageId = ({ id, created_at }: Numbered): string => `${id}-${created_at.getTime()}`

/** Null: not an ID of ours. */
export function parseMessageId(text: string): Numbered | null {
  const [, id, at] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  return id === undefined ? null : { id: Number(id), created_at: new Date(Number(at)) }
}

/** The token of the link in a notification: 256 bits in hex, stored as a hash only. `key` is the encryption key. */
export const actionToken = (key: Buffer, notification: Numbered): string =>
  createHmac('sha256', key)
    .update(`action link of notification ${messageId(notification)}`)
    .digest('hex')
