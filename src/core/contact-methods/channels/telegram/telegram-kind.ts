import { randomBytes } from 'node:crypto'
import { asOnlyNode } from '../../../../platform/database/only-node.ts'
import { isBotToken } from '../../../settings/connections/connection.ts'
import type { Channel, ChannelChat, ChatAddress } from '../channel.ts'
import type { ChannelKind } from '../channel-kind.ts'
import { botApi } from './bot-api.ts'
import { pollUpdates } from './poll-updates.ts'
import { telegramChannel } from './telegram-channel.ts'

/** The token of the bot; null: there is none. */
type BotToken = string | null

export const telegram: ChannelKind<Record<never, never>, ChatAddress, BotToken> = {
  icon: 'send',
  fields: {},
  details: 'minimal',
  verifiedBy: 'chat',
  completes: ['phone'],
  readSettings(text, faults) {
    const token = text('TELEGRAM_BOT_TOKEN')
    if (token !== null && !isBotToken(token)) {
      faults.push('TELEGRAM_BOT_TOKEN must be a token of @BotFather such as 123456789:AAE…, not its current value')
    }
    return token
  },
  // Known once its owner has opened the chat. Until then the address only has to be unlike any other.
  addressOf: () => ({ chat_id: `pending ${randomBytes(16).toString('hex')}` }),
  hintOf: () => 'Telegram',
  open({ settings, telegramUrl }) {
    if (settings === null) return null
    const { channel, name, listen } = openTelegramBot(settings, telegramUrl)
    const linker = async () => {
      const bot = await name()
      return bot === null ? null : (token: string) => startLink(bot, token)
    }
    return { ...channel, chat: { linker, listen } }
  },
  async check({ settings, telegramUrl }) {
    if (settings === null) return null
    const about = 'Telegram'
    const response = await botApi(settings, telegramUrl).call<{ username?: string }>('getMe', {})
    if (response.ok) return { about, says: `the bot is @${response.result.username ?? 'unknown'}`, advice: null }
    const advice =
      'Check its token in the console, under Settings, or TELEGRAM_BOT_TOKEN, and the connection to api.telegram.org'
    const isWrong = response.status === 401 || response.status === 404
    return { about, says: isWrong ? 'the token is not valid' : `no bot: ${response.description}`, advice }
  },
}

const ADVISORY_LOCK = 5_417_006

interface TelegramBot {
  channel: Channel<ChatAddress>
  /** Its name, such as tocsin_bot; null while Telegram does not say it. */
  name(): Promise<string | null>
  listen: ChannelChat['listen']
}

/** The bot of the installation. `baseUrl` is that of the Bot API, without a slash at the end. */
export function openTelegramBot(token: string, baseUrl?: string): TelegramBot {
  const api = botApi(token, baseUrl)
  let known: string | null = null
  return {
    channel: telegramChannel(api),
    async name() {
      if (known !== null) return known
      const response = await api.call<{ username?: string }>('getMe', {})
      known = response.ok ? (response.result.username ?? null) : null
      return known
    },
    listen: (handlers, node) =>
      asOnlyNode((signal) => pollUpdates(api, handlers, signal), { ...node, lock: ADVISORY_LOCK }),
  }
}

/** The link that a person follows to connect their chat. The token has at most 64 characters of base64url. */
export const startLink = (botName: string, token: string): string => `https://t.me/${botName}?start=${token}`
