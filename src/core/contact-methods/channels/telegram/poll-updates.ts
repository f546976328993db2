import { setTimeout as sleep } from 'node:timers/promises'
import { languageFor, WORDS } from '../../../../words/words.ts'
import { cut } from '../../../webhooks/formats/event-texts.ts'
import type { ChatHandlers } from '../channel.ts'
import type { BotApi, BotResponse } from './bot-api.ts'
import { pressOf } from './telegram-message.ts'

const POLL_S = 25
const POLL_TIMEOUT_MS = 35_000
const REST_MS = 5_000
/** After a refusal: the token is wrong, or another program polls for the same bot. */
const REFUSED_REST_MS = 60_000
const ANSWER_CHARACTERS = 200
const START_TOKEN = /^\/start ([A-Za-z0-9_-]{1,64})$/

interface Chat {
  id: number
  type: string
}

interface Update {
  update_id: number
  message?: { chat: Chat; text?: string }
  callback_query?: {
    id: string
    from: { language_code?: string }
    data?: string
    /** Absent if it is too old. */
    message?: { message_id: number; chat: Chat; text?: string; entities?: object[] }
  }
}

/**
 * Takes what people send to the bot until the signal aborts. Telegram keeps updates until the next request confirms
 * them, so a handler may be called twice for the same one.
 */
export async function pollUpdates(api: BotApi, handlers: ChatHandlers, signal: AbortSignal): Promise<void> {
  let offset: number | undefined
  while (!signal.aborted) {
    const wanted = { offset, timeout: POLL_S, allowed_updates: ['message', 'callback_query'] }
    const response = await api.call<Update[]>('getUpdates', wanted, { signal, timeoutMs: POLL_TIMEOUT_MS })
    if (signal.aborted) return
    if (!response.ok) {
      await rest(response, handlers, signal)
      continue
    }
    for (const update of response.result) {
      await take(api, handlers, update).catch(handlers.onError)
      offset = update.update_id + 1
    }
  }
}

async function rest(
  response: BotResponse<never> & { ok: false },
  handlers: ChatHandlers,
  signal: AbortSignal,
): Promise<void> {
  const { status, description, retryAfterS } = response
  const isRefused = status !== null && status >= 400 && status < 500 && status !== 429
  handlers.onError(new Error(`Telegram does not hand over messages to the bot: ${status ?? ''} ${description}`))
  const restMs = retryAfterS !== null ? retryAfterS * 1_000 : isRefused ? REFUSED_REST_MS : REST_MS
  // This sleep rejects only when it is ended early, as intended.
  await sleep(restMs, undefined, { signal }).catch(() => undefined)
}

async function take(api: BotApi, handlers: ChatHandlers, { message, callback_query }: Update): Promise<void> {
  if (callback_query !== undefined) await takePress(api, handlers, callback_query)
  // Groups are no one person's.
  if (message?.chat.type !== 'private') return
  const [, token] = START_TOKEN.exec(message.text ?? '') ?? []
  if (token === undefined) return
  const text = await handlers.onStart(token, String(message.chat.id))
  await api.call('sendMessage', { chat_id: message.chat.id, text })
}

/** Always answers, since the button turns until then. Once it is done, the message says so and has no buttons left. */
async function takePress(api: BotApi, handlers: ChatHandlers, query: Update['callback_query'] & {}): Promise<void> {
  const { id, data, message, from } = query
  const press = pressOf(data)
  const { failed } = WORDS[languageFor(from.language_code)].messages.bot
  if (press === null || message?.chat.type !== 'private') {
    await api.call('answerCallbackQuery', { callback_query_id: id, text: failed })
    return
  }
  const text = await handlers.onPress(press, String(message.chat.id)).catch((error: unknown) => {
    handlers.onError(error)
    return null
  })
  await api.call('answerCallbackQuery', { callback_query_id: id, text: cut(text ?? failed, ANSWER_CHARACTERS) })
  if (text === null) return
  const { text: before = '', entities = [] } = message
  await api.call('editMessageText', {
    chat_id: message.chat.id,
    message_id: message.message_id,
    text: `${before}\n\n${text}`.trim(),
    entities,
    link_preview_options: { is_disabled: true },
  })
}
