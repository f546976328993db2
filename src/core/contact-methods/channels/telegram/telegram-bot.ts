import { asOnlyNode } from '../../../../platform/database/only-node.ts'
import type { Channel, ChannelChat, ChatAddress } from '../channel.ts'
import { botApi } from './bot-api.ts'
import { pollUpdates } from './poll-updates.ts'
import { telegramChannel } from './telegram-channel.ts'

const ADVISORY_LOCK = 5_417_006

export interface TelegramBot {
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
      const answer = await api.call<{ username?: string }>('getMe', {})
      known = answer.ok ? (answer.result.username ?? null) : null
      return known
    },
    listen: (handlers, node) =>
      asOnlyNode((signal) => pollUpdates(api, handlers, signal), { ...node, lock: ADVISORY_LOCK }),
  }
}

/** The link that a person follows to connect their chat. The token has at most 64 characters of base64url. */
export const startLink = (botName: string, token: string): string => `https://t.me/${botName}?start=${token}`
