import { secondsAfter } from '../../../../platform/clock.ts'
import { cut, oneLine } from '../../../webhooks/formats/event-texts.ts'
import { otherOutcome } from '../../outcome-texts.ts'
import type { Channel, ChannelOutcome, ChatAddress } from '../channel.ts'
import type { BotApi, BotResponse } from './bot-api.ts'
import { telegramMessage } from './telegram-message.ts'

const DESCRIPTION_CHARACTERS = 120

/** Sends by a bot to people who have started it. */
export const telegramChannel = (api: BotApi): Channel<ChatAddress> => ({
  async send({ chat_id }, message, now) {
    const send = (linkButton: boolean) => api.call('sendMessage', telegramMessage(chat_id, message, linkButton))
    const first = await send(true)
    const isRefusedLink = !first.ok && first.status === 400 && /BUTTON|URL/i.test(first.description)
    return outcomeOf(isRefusedLink ? await send(false) : first, now)
  },
  close: () => undefined,
})

function outcomeOf(answer: BotResponse<unknown>, now: Date): ChannelOutcome {
  if (answer.ok)
    return { verdict: 'accepted', detail: { code: 'accepted', by: 'telegram', status: 200 }, not_before: null }
  const { status, retryAfterS } = answer
  const description = cut(oneLine(answer.description), DESCRIPTION_CHARACTERS)
  const said = description === '' ? '' : `: ${description}`
  if (status === null) return { verdict: 'retry', detail: otherOutcome(`Telegram${said}`), not_before: null }
  const not_before = retryAfterS === null ? null : secondsAfter(now, retryAfterS)
  if (status === 429 || status >= 500)
    return { verdict: 'retry', detail: otherOutcome(`Telegram answered ${status}${said}`), not_before }
  if (status === 401 || status === 404) {
    return {
      verdict: 'failed',
      detail: otherOutcome(`Telegram rejected TELEGRAM_BOT_TOKEN (${status})`),
      not_before: null,
    }
  }
  // The bot was blocked, or the account is gone.
  const isGone = status === 403 || (status === 400 && /chat not found|user is deactivated/i.test(description))
  return {
    verdict: isGone ? 'broken' : 'failed',
    detail: otherOutcome(`Telegram answered ${status}${said}`),
    not_before: null,
  }
}
