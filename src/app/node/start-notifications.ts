import { once } from 'node:events'
import { findTitles } from '../../console/shell/rule-texts.ts'
import { anyOf, perCell } from '../../core/cells/in-each-cell.ts'
import type { ChannelSetup } from '../../core/contact-methods/add-contact-method.ts'
import type { Channels } from '../../core/contact-methods/channels/channel.ts'
import { emailChannel } from '../../core/contact-methods/channels/email/email-channel.ts'
import { linkMailer } from '../../core/contact-methods/channels/email/link-mail.ts'
import { openMailer } from '../../core/contact-methods/channels/email/mailer.ts'
import { ntfyChannel } from '../../core/contact-methods/channels/ntfy.ts'
import { pushChannel } from '../../core/contact-methods/channels/push/push-channel.ts'
import type { PushKeys } from '../../core/contact-methods/channels/push/vapid.ts'
import { openTelegramBot, type TelegramBot } from '../../core/contact-methods/channels/telegram/telegram-bot.ts'
import { webhookChannel } from '../../core/contact-methods/channels/webhook.ts'
import { CONTACT_KINDS } from '../../core/contact-methods/contact-method.ts'
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
  const { pushAllowedOrigins, addressPolicy, isOutboundOff } = environment
  function open() {
    const { publicUrl, channels } = connections()
    const { smtp, ntfy, telegramBotToken } = channels
    const bot = telegramBotToken === null ? null : openTelegramBot(telegramBotToken, telegramUrl)
    const mailer = smtp === null ? null : openMailer(smtp, publicUrl)
    const keys = pushKeys
    const opened: Channels = {
      push: keys === null ? null : pushChannel({ keys, publicUrl, allowedOrigins: pushAllowedOrigins, resolver }),
      email: mailer === null ? null : emailChannel(mailer, publicUrl),
      ntfy: ntfyChannel({ ...ntfy, policy: addressPolicy, resolver }),
      telegram: bot?.channel ?? null,
      webhook: webhookChannel(addressPolicy, resolver),
    }
    return { channels: opened, bot, mailer, telegramBotToken }
  }
  let now = open()
  const bot = new EventTarget()
  connections.onChange(() => {
    const before = now
    now = open()
    if (now.telegramBotToken !== before.telegramBotToken) bot.dispatchEvent(new Event('change'))
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
  const channelSetup = (): ChannelSetup => ({
    policy: addressPolicy,
    encryptionKey,
    ...(resolver ? { resolver } : {}),
    kinds: new Set(CONTACT_KINDS.filter((kind) => now.channels[kind] !== null)),
    ntfyUrl: connections().channels.ntfy.url,
    pushAllowedOrigins,
    telegramBot: async () => (await now.bot?.name()) ?? null,
  })
  return {
    channelSetup,
    /** Listens to the bot that is set, one after the other, until the signal aborts. */
    async listenToBot(listen: (bot: TelegramBot, signal: AbortSignal) => Promise<void>, signal: AbortSignal) {
      while (!isOutboundOff && !signal.aborted) {
        const changed = new AbortController()
        bot.addEventListener('change', () => changed.abort(), { once: true })
        const until = AbortSignal.any([signal, changed.signal])
        if (now.bot !== null) await listen(now.bot, until)
        if (!until.aborted) await once(until, 'abort')
      }
    },
    mailLink: linkMailer({
      db,
      mailer: () => (isOutboundOff ? null : now.mailer),
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
