import { createHmac } from 'node:crypto'

/**
 * The token of the link in a notification: 256 bits in hex, the same for each attempt, and stored as a hash only. `key`
 * is the encryption key.
 */
export const actionToken = (key: Buffer, notificationId: number): string =>
  createHmac('sha256', key).update(`action link of notification ${notificationId}`).digest('hex')
