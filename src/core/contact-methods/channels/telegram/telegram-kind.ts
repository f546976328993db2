import { randomBytes } from 'node:crypto'
import { isBotToken } from '../../../settings/connections/connection.ts'
import type { ChatAddress } from '../channel.ts'
import type { ChannelKind } from '../channel-kind.ts'
import { botApi } from './bot-api.ts'
import { openTelegramBot, startLink } from './telegram-bot.ts'

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
    const answer = await botApi(settings, telegramUrl).call<{ username?: string }>('getMe', {})
    if (answer.ok) return { about, says: `the bot is @${answer.result.username ?? 'unknown'}`, advice: null }
    const advice =
      'Check its token in the console, under Settings, or TELEGRAM_BOT_TOKEN, and the connection to api.telegram.org'
    const isWrong = answer.status === 401 || answer.status === 404
    return { about, says: isWrong ? 'the token is not valid' : `no bot: ${answer.description}`, advice }
  },
}
