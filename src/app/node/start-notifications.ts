import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { findTitles } from '../../console/frame/formats/rule-texts.ts'
import { anyOf, perCell } from '../../core/cells/in-each-cell.ts'
import type { ChannelSetup } from '../../core/contact-methods/add-contact-method.ts'
import type { ChannelChat } from '../../core/contact-methods/channels/channel.ts'
import {
  type Channels,
  CONTACT_KINDS,
  type ContactKind,
  openChannels,
} from '../../core/contact-methods/channels/channels.ts'
import { linkMailer } from '../../core/contact-methods/channels/email/link-mail.ts'
import type { PushKeys } from '../../core/contact-methods/channels/push/vapid.ts'
import { NOTIFICATIONS_QUEUED } from '../../core/contact-methods/outbox/queue-notifications.ts'
import { notificationSender } from '../../core/contact-methods/outbox/send-notifications.ts'
import { lookUpHeadlines } from '../../core/headline/find-headlines.ts'
import { noteNotifications } from '../../core/incidents/announcing/note-notifications.ts'
import type { CurrentConnections } from '../../core/settings/connections/current-connections.ts'
import { WORDS } from '../../words/words.ts'
import { knownTowns } from './known-towns.ts'
import type { Databases } from './open-databases.ts'
import type { NodeParts } from './service-options.ts'

/** Sends the notifications of people; `wake` gets an event whenever there may be something new. */
export function startNotifications(
  { environment, encryptionKey, clock, report, resolver, telegramUrl }: NodeParts,
  { db, notifications }: Pick<Databases, 'db' | 'notifications'>,
  { pushKeys, connections }: { pushKeys: PushKeys | null; connections: CurrentConnections },
) {
  const { addressPolicy: policy, isOutboundOff } = environment
  function open() {
    const { publicUrl, channels: settings } = connections()
    return { settings, channels: openChannels({ publicUrl, policy, resolver, pushKeys, telegramUrl }, settings) }
  }
  let now = open()
  /** Gets an event of its name when the settings of a kind have changed. */
  const changes = new EventTarget()
  connections.onChange(() => {
    const before = now
    now = open()
    for (const kind of CONTACT_KINDS) {
      if (!isDeepStrictEqual(now.settings[kind], before.settings[kind])) changes.dispatchEvent(new Event(kind))
    }
    // Messages under way go on with the settings that they began with.
    void idle().then(() => close(before.channels))
  })
  const wake = new EventTarget()
  const wakeSender = () => void wake.dispatchEvent(new Event('wake'))
  notifications.on(NOTIFICATIONS_QUEUED, wakeSender)
  const senders = perCell(db, (cell) =>
    notificationSender({
      db: cell,
      channels: () => now.channels,
      encryptionKey,
      publicUrl: () => connections().publicUrl,
      titlesIn: (language) => findTitles(cell, language, WORDS[language]),
      findHeadlines: (ids, at) => lookUpHeadlines(cell, ids, knownTowns, at),
      noteNotified: noteNotifications,
      now: clock,
      onError: report('a notification could not be sent'),
      onFree: wakeSender,
    }),
  )
  const idle = async () => void (await Promise.all(senders.all().map((sender) => sender.idle())))
  const channelSetup = (): ChannelSetup => ({ policy, encryptionKey, ...(resolver ? { resolver } : {}), ...now })
  return {
    channelSetup,
    /** Listens to the chats of each kind, as they are set, until the signal aborts. */
    async listenToChats(
      listen: (kind: ContactKind, chat: ChannelChat, signal: AbortSignal) => Promise<void>,
      signal: AbortSignal,
    ) {
      async function listenTo(kind: ContactKind) {
        while (!isOutboundOff && !signal.aborted) {
          const changed = new AbortController()
          changes.addEventListener(kind, () => changed.abort(), { once: true })
          const until = AbortSignal.any([signal, changed.signal])
          const chat = now.channels[kind]?.chat
          if (chat !== undefined) await listen(kind, chat, until)
          if (!until.aborted) await once(until, 'abort')
        }
      }
      await Promise.all(CONTACT_KINDS.map(listenTo))
    },
    mailLink: linkMailer({
      db,
      server: () => (isOutboundOff ? null : connections().channels.email),
      publicUrl: () => connections().publicUrl,
      now: clock,
      onError: report('the mail with a link could not be sent'),
    }),
    people: {
      wake,
      step: async () => !isOutboundOff && (await anyOf(senders.all().map((sender) => sender.step()))),
      idle,
      async stop() {
        await idle()
        close(now.channels)
      },
    },
  }
}

function close(channels: Channels): void {
  for (const channel of Object.values(channels)) channel?.close()
}
