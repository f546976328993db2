import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanUp, type Scope } from './cleanup.ts'

export interface TelegramMessage {
  chat_id: string | number
  message_id: number
  text: string
  entities?: object[]
  disable_notification?: boolean
  reply_markup?: { inline_keyboard: { text: string; url?: string; callback_data?: string }[][] }
}

export interface Telegram {
  /** Base of the API, without a slash at the end. */
  url: string
  token: string
  /** Messages as they are now: edited ones with their last text. */
  messages: TelegramMessage[]
  /** Answers to pressed buttons. */
  answers: { callback_query_id: string; text: string }[]
  /** Polls that are waiting. */
  polls: number
  /** Refusals by method, from now on. */
  refuse: Record<string, { status: number; description: string; retry_after?: number }>
  /** A person writes to the bot. */
  say(chatId: number, text: string, type?: string): void
  /** A person presses a button; returns the ID of the query. */
  press(message: TelegramMessage, label: string, chatId?: number): string
}

interface Update {
  update_id: number
  [kind: string]: unknown
}

/** A stand-in for the Bot API. It keeps updates until they are confirmed, and checks buttons as Telegram does. */
export async function startTelegram(t: Scope): Promise<Telegram> {
  const updates: Update[] = []
  let last = 100
  const add = (update: object) => updates.push({ update_id: ++last, ...update })
  const telegram: Telegram = {
    url: '',
    token: `123456789:${'a'.repeat(35)}`,
    messages: [],
    answers: [],
    polls: 0,
    refuse: {},
    say: (id, text, type = 'private') => void add({ message: { message_id: ++last, chat: { id, type }, text } }),
    press(message, label, chatId = Number(message.chat_id)) {
      const button = message.reply_markup?.inline_keyboard.flat().find(({ text }) => text === label)
      if (button?.callback_data === undefined) throw new Error(`There is no button ${label}`)
      const id = `query-${++last}`
      const { message_id, text, entities } = message
      const shown = { message_id, chat: { id: chatId, type: 'private' }, text, entities }
      add({ callback_query: { id, from: { language_code: 'en' }, data: button.callback_data, message: shown } })
      return id
    },
  }
  const methods: Record<string, (parameters: never, isGone: () => boolean) => unknown> = {
    getMe: () => ({ id: 1, is_bot: true, username: 'tocsin_test_bot' }),
    sendMessage(message: TelegramMessage) {
      const sent = { ...message, message_id: ++last }
      const faulty = message.reply_markup?.inline_keyboard.flat().find(faultOfButton)
      if (faulty !== undefined) return refusal(400, `Bad Request: ${faultOfButton(faulty)}`)
      if (message.text === '' || message.text.length > 4_096) return refusal(400, 'Bad Request: message is too long')
      telegram.messages.push(sent)
      return sent
    },
    editMessageText(edit: TelegramMessage) {
      const place = telegram.messages.findIndex(({ message_id }) => message_id === edit.message_id)
      if (place === -1) return refusal(400, 'Bad Request: message to edit not found')
      telegram.messages[place] = edit
      return edit
    },
    answerCallbackQuery(answer: Telegram['answers'][0]) {
      telegram.answers.push(answer)
      return true
    },
    async getUpdates({ offset = 0, timeout = 0 }: { offset?: number; timeout?: number }, isGone) {
      while (updates[0] !== undefined && updates[0].update_id < offset) updates.shift()
      telegram.polls += 1
      const end = performance.now() + timeout * 1_000
      while (updates.length === 0 && performance.now() < end && !isGone()) await sleep(10)
      telegram.polls -= 1
      return updates.slice(0, 100)
    },
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url!) ?? []
    const refused = telegram.refuse[method]
    let isGone = false
    response.on('close', () => {
      isGone = true
    })
    const parameters = JSON.parse(Buffer.concat(chunks).toString('utf8')) as never
    const result =
      token !== telegram.token
        ? refusal(401, 'Unauthorized')
        : refused !== undefined
          ? refusal(refused.status, refused.description, refused.retry_after)
          : await methods[method]!(parameters, () => isGone)
    const body = result instanceof Refusal ? result.body : { ok: true, result }
    response.writeHead(result instanceof Refusal ? result.body.error_code : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  telegram.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return telegram
}

class Refusal {
  readonly body: { ok: false; error_code: number; description: string; parameters?: { retry_after: number } }

  constructor(body: Refusal['body']) {
    this.body = body
  }
}

const refusal = (error_code: number, description: string, retry_after?: number): Refusal =>
  new Refusal({
    ok: false,
    error_code,
    description,
    ...(retry_after === undefined ? {} : { parameters: { retry_after } }),
  })

function faultOfButton({ url, callback_data }: { url?: string; callback_data?: string }): string | null {
  if (callback_data !== undefined && Buffer.byteLength(callback_data) > 64) return 'BUTTON_DATA_INVALID'
  if (url !== undefined && !new URL(url).hostname.includes('.')) return 'BUTTON_URL_INVALID'
  return null
}
