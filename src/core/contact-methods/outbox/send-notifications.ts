import type { Database } from '../../../platform/database/database.ts'
import { decryptSecret } from '../../../platform/secrets.ts'
import type { Language } from '../../people/preferences/preferences.ts'
import type { TitleOf } from '../../vocabulary/titles.ts'
import type { Channel, ChannelOutcome, Channels } from '../channels/channel.ts'
import type { ContactAddresses } from '../contact-method.ts'
import { type ClaimedNotification, claimNotifications } from './claim-notifications.ts'
import { messageOf, preferencesOf } from './message-of.ts'
import { type NoteNotified, recordOutcome } from './record-outcome.ts'

/** Methods that are sent to at the same time. Each is sent one message after the other. */
const AT_ONCE = 32

export interface NotificationSenderOptions {
  db: Database
  channels: Channels
  encryptionKey: Buffer
  publicUrl: string
  /** Titles of alerts and incidents in a language. */
  titlesIn: (language: Language) => Promise<TitleOf>
  noteNotified: NoteNotified
  now: () => Date
  onError: (error: unknown) => void
  /** Called when an outcome is recorded: there may be more for its method. */
  onFree: () => void
}

export interface NotificationSender {
  /** Claims and starts what is due; returns whether there was anything. Sending continues after it returns. */
  step(): Promise<boolean>
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>
}

/** Sends the notifications of people. A method that hangs delays nobody else's. */
export function notificationSender(options: NotificationSenderOptions): NotificationSender {
  const { db, encryptionKey, now } = options
  const busy = new Map<number, Promise<void>>()

  async function sendAll(notifications: readonly ClaimedNotification[]): Promise<void> {
    for (const notification of notifications) {
      const outcome = await sendOne(notification, options)
      await recordOutcome(db, notification, outcome, options.noteNotified, now())
      if (outcome.verdict === 'broken') return
    }
  }

  return {
    async step() {
      if (busy.size >= AT_ONCE) return false
      const claimed = await claimNotifications(db, encryptionKey, [...busy.keys()], now())
      for (const [method, notifications] of Map.groupBy(claimed, ({ method_id }) => method_id)) {
        const sending = sendAll(notifications)
          .catch(options.onError)
          .finally(() => {
            busy.delete(method)
            options.onFree()
          })
        busy.set(method, sending)
      }
      return claimed.length > 0
    },
    async idle() {
      while (busy.size > 0) await Promise.all(busy.values())
    },
  }
}

async function sendOne(
  notification: ClaimedNotification,
  { channels, encryptionKey, publicUrl, titlesIn, now }: NotificationSenderOptions,
): Promise<ChannelOutcome> {
  const channel = channels[notification.kind] as Channel | null
  if (channel === null)
    return { verdict: 'failed', detail: `${notification.kind} is not set up on this service`, not_before: null }
  const sealed = decryptSecret(encryptionKey, notification.address_sealed)
  const address = JSON.parse(sealed) as ContactAddresses[typeof notification.kind]
  const titleOf = await titlesIn(preferencesOf(notification).language)
  return channel.send(address, messageOf(notification, publicUrl, titleOf, now()), now())
}
