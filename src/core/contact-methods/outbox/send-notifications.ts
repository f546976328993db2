import { secondsAfter } from '../../../platform/clock.ts'
import type { CellDatabase } from '../../../platform/database/database.ts'
import { openSecret } from '../../../platform/secrets.ts'
import type { Language } from '../../../words/words.ts'
import type { Headline } from '../../headline/headline.ts'
import type { TitleOf } from '../../vocabulary/titles.ts'
import type { ChannelOutcome } from '../channels/channel.ts'
import type { Channels } from '../channels/channels.ts'
import type { NotificationFacts } from '../messages/notification-facts.ts'
import { type NotificationOutcome, otherOutcome } from '../outcome-texts.ts'
import { callOffClaimed } from './cancel-notifications.ts'
import { type ClaimedNotification, claimNotifications, giveBack, LEASE_S } from './claim-notifications.ts'
import { messageOf, preferencesOf } from './message-of.ts'
import { type NoteNotified, recordOutcome } from './record-outcome.ts'

/** Methods that are sent to at the same time. Each is sent one message after the other. */
const AT_ONCE = 32
/** After this, a notification that is not sent yet is claimed again: no attempt takes longer than what is left of its lease. */
const WORKED_ON_S = LEASE_S - 30
/** Nobody is notified of what was answered longer ago than this when its sending began. */
const ANSWERED_WITHIN_S = 1

interface NotificationSenderOptions {
  db: CellDatabase
  channels: () => Channels
  encryptionKey: Buffer
  publicUrl: () => string
  /** Titles of alerts and incidents in a language. */
  titlesIn: (language: Language) => Promise<TitleOf>
  findHeadlines: FindHeadlines
  noteNotified: NoteNotified
  now: () => Date
  onError: (error: unknown) => void
  /** Called when an outcome is recorded: there may be more for its method. */
  onFree: () => void
}

interface NotificationSender {
  /** Claims and starts what is due; returns whether there was anything. Sending continues after it returns. */
  step(): Promise<boolean>
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>
}

/** Sends the notifications of people. A method that hangs delays nobody else's. */
export function notificationSender(options: NotificationSenderOptions): NotificationSender {
  const { db, encryptionKey, now } = options
  const busy = new Map<number, Promise<void>>()

  async function sendAll(notifications: readonly ClaimedNotification[], claimedAt: Date): Promise<void> {
    const ids = notifications.map(({ id }) => id)
    let [wanted, lookedAt] = [new Set(ids), claimedAt]
    for (const [place, notification] of notifications.entries()) {
      const left = ids.slice(place)
      if (now() >= secondsAfter(claimedAt, WORKED_ON_S)) return giveBack(db, left, now())
      if (now() >= secondsAfter(lookedAt, ANSWERED_WITHIN_S)) {
        lookedAt = now()
        wanted = await callOffClaimed(db, left, lookedAt)
      }
      if (!wanted.has(notification.id)) continue
      const outcome = await sendOne(notification, options).catch(failedInside)
      await recordOutcome(db, notification, outcome, options.noteNotified, now())
      if (outcome.verdict === 'broken') return
    }
  }

  /** Whatever keeps their headlines from being found, they are sent, with their titles. */
  function told(claimed: ClaimedNotification[]): Promise<ClaimedNotification[]> {
    return withHeadlines(claimed, options.findHeadlines, now()).catch((error: unknown) => {
      options.onError(error)
      return claimed
    })
  }

  /** An error of ours, such as one of the database, does not stop the notifications behind it. */
  function failedInside(error: unknown): ChannelOutcome {
    options.onError(error)
    return { verdict: 'retry', detail: { code: 'our_error' }, not_before: null }
  }

  return {
    async step() {
      if (busy.size >= AT_ONCE) return false
      const claimedAt = now()
      const claimed = await claimNotifications(db, encryptionKey, [...busy.keys()], claimedAt).then(told)
      for (const [method, notifications] of Map.groupBy(claimed, ({ method_id }) => method_id)) {
        const sending = sendAll(notifications, claimedAt)
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
  const failed = (detail: NotificationOutcome): ChannelOutcome => ({ verdict: 'failed', detail, not_before: null })
  const channel = channels()[notification.kind]
  if (channel === null) return failed(otherOutcome(`${notification.kind} is not set up on this service`))
  const opened = openSecret(encryptionKey, notification.address_sealed)
  if (opened === null) return failed({ code: 'other_key' })
  const address: unknown = JSON.parse(opened)
  const titleOf = await titlesIn(preferencesOf(notification).language)
  return channel.send(address, messageOf(notification, publicUrl(), titleOf, now()), now())
}

/** Finds the headlines of incidents, by id. */
type FindHeadlines = (incidentIds: readonly number[], now: Date) => Promise<Map<number, Headline>>

/**
 * The same notifications with what is so of their incidents now. Found for all of them at once, as they are sent, and never
 * stored: a step that repeats says the present value.
 */
async function withHeadlines(
  notifications: readonly ClaimedNotification[],
  find: FindHeadlines,
  now: Date,
): Promise<ClaimedNotification[]> {
  const about = notifications.flatMap(({ facts, merged }) => [facts, ...merged].flatMap(incidentIdOf))
  if (about.length === 0) return [...notifications]
  const headlines = await find([...new Set(about)], now)
  const told = (facts: NotificationFacts): NotificationFacts => {
    const headline = 'incident' in facts ? headlines.get(facts.incident.id) : undefined
    return 'incident' in facts && headline !== undefined
      ? { ...facts, incident: { ...facts.incident, headline } }
      : facts
  }
  return notifications.map((one) => ({ ...one, facts: told(one.facts), merged: one.merged.map(told) }))
}

const incidentIdOf = (facts: NotificationFacts): number[] => ('incident' in facts ? [facts.incident.id] : [])
