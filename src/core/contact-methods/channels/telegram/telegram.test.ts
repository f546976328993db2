import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inEnglish, MESSAGE } from '../../../../../test/harness/personal-message.ts'
import { startTelegram, type Telegram } from '../../../../../test/harness/telegram.ts'
import { until } from '../../../../../test/harness/until.ts'
import type { ChatHandlers } from '../channel.ts'
import { botApi } from './bot-api.ts'
import { pollUpdates } from './poll-updates.ts'
import { openTelegramBot, startLink } from './telegram-kind.ts'
import { callbackData, pressOf } from './telegram-message.ts'

const now = new Date('2026-11-22T13:30:00Z')
const ana = { chat_id: '4711' }

/** A bot that listens, and what its handlers were given. */
function listen(t: TestContext, telegram: Telegram, answers: Partial<ChatHandlers> = {}) {
  const seen: string[] = []
  const errors: unknown[] = []
  const stop = new AbortController()
  const handlers: ChatHandlers = {
    async onStart(token, chatId) {
      seen.push(`start ${token} ${chatId}`)
      return 'Connected.'
    },
    async onPress({ action, notification_id }, chatId) {
      seen.push(`${action} ${notification_id} ${chatId}`)
      return 'Acknowledged.'
    },
    onError: (error) => void errors.push(error),
    ...answers,
  }
  const done = pollUpdates(botApi(telegram.token, telegram.url), handlers, stop.signal)
  t.after(async () => {
    stop.abort()
    await done
  })
  return { seen, errors }
}

const untilSo = (isSo: () => boolean) => until(async () => isSo(), Boolean)

test('a message has a bold title, buttons, and links to its page, to help and to a map', async (t) => {
  const telegram = await startTelegram(t)
  const bot = openTelegramBot(telegram.token, telegram.url)
  assert.deepEqual(await inEnglish(bot.channel).send(ana, MESSAGE, now), {
    verdict: 'accepted',
    detail: 'accepted by Telegram (200)',
    not_before: null,
  })
  const [{ message_id: _, ...message }] = telegram.messages as [Telegram['messages'][0]]
  assert.deepEqual(message, {
    chat_id: '4711',
    text: `🔴 ${MESSAGE.title}\n${MESSAGE.text}`,
    entities: [{ type: 'bold', offset: 3, length: MESSAGE.title.length }],
    link_preview_options: { is_disabled: true },
    disable_notification: false,
    reply_markup: {
      inline_keyboard: [
        [
          { text: 'Acknowledge', callback_data: 'acknowledge:17' },
          { text: 'Resolve', callback_data: 'resolve:17' },
        ],
        [
          { text: 'Open', url: MESSAGE.url },
          { text: 'Call for help', url: `${MESSAGE.url}?call` },
        ],
        [
          {
            text: 'Open map',
            url: 'https://www.openstreetmap.org/?mlat=46.25690&mlon=14.35560#map=17/46.25690/14.35560',
          },
        ],
      ],
    },
  })
  await bot.channel.send(ana, { ...MESSAGE, quiet: true, action: null, text: '' }, now)
  assert.equal(telegram.messages[1]!.disable_notification, true)
  assert.equal(telegram.messages[1]!.text, `🟢 ${MESSAGE.title}`)
})

test('a link that Telegram does not take becomes text', async (t) => {
  const telegram = await startTelegram(t)
  const channel = inEnglish(openTelegramBot(telegram.token, telegram.url).channel)
  const local = { ...MESSAGE, url: 'http://localhost:8080/a/secret' }
  assert.equal((await channel.send(ana, local, now)).verdict, 'accepted')
  assert.match(telegram.messages[0]!.text, /\nhttp:\/\/localhost:8080\/a\/secret$/)
  const buttons = telegram.messages[0]!.reply_markup?.inline_keyboard.flat().map(({ text }) => text)
  assert.deepEqual(buttons, ['Acknowledge', 'Resolve', 'Open map'])
})

test('each answer of Telegram has its verdict', async (t) => {
  const telegram = await startTelegram(t)
  const channel = inEnglish(openTelegramBot(telegram.token, telegram.url).channel)
  const answers: [status: number, description: string, verdict: string][] = [
    [403, 'Forbidden: bot was blocked by the user', 'broken'],
    [400, 'Bad Request: chat not found', 'broken'],
    [400, 'Bad Request: message text is empty', 'failed'],
    [401, 'Unauthorized', 'failed'],
    [404, 'Not Found', 'failed'],
    [500, 'Internal Server Error', 'retry'],
    [502, 'Bad Gateway', 'retry'],
  ]
  for (const [status, description, verdict] of answers) {
    telegram.refuse.sendMessage = { status, description }
    assert.equal((await channel.send(ana, MESSAGE, now)).verdict, verdict, description)
  }
  telegram.refuse.sendMessage = { status: 429, description: 'Too Many Requests: retry after 9', retry_after: 9 }
  assert.deepEqual(await channel.send(ana, MESSAGE, now), {
    verdict: 'retry',
    detail: 'Telegram answered 429: Too Many Requests: retry after 9',
    not_before: new Date('2026-11-22T13:30:09Z'),
  })
  const away = inEnglish(openTelegramBot(telegram.token, 'http://127.0.0.1:1').channel)
  const outcome = await away.send(ana, MESSAGE, now)
  assert.equal(outcome.verdict, 'retry')
  assert.doesNotMatch(outcome.detail, /aaa/)
})

test('a person connects by the link of the bot, in a chat of their own', async (t) => {
  const telegram = await startTelegram(t)
  const bot = openTelegramBot(telegram.token, telegram.url)
  const token = 'x'.repeat(64)
  assert.equal(startLink((await bot.name())!, token), `https://t.me/tocsin_test_bot?start=${token}`)
  const { seen } = listen(t, telegram)
  telegram.say(-5, `/start ${token}`, 'group')
  telegram.say(4711, 'hello')
  telegram.say(4711, '/start')
  telegram.say(4711, `/start ${token}x`)
  telegram.say(4711, `/start ${token}`)
  await untilSo(() => telegram.messages.length === 1)
  assert.deepEqual(seen, [`start ${token} 4711`])
  assert.equal(telegram.messages[0]!.text, 'Connected.')
  assert.equal(telegram.messages[0]!.chat_id, 4711)
})

test('a pressed button is answered, and the message says what was done', async (t) => {
  const telegram = await startTelegram(t)
  const { seen } = listen(t, telegram)
  await openTelegramBot(telegram.token, telegram.url).channel.send(ana, MESSAGE, now)
  const id = telegram.press(telegram.messages[0]!, 'Acknowledge')
  await untilSo(() => telegram.messages[0]!.reply_markup === undefined)
  assert.deepEqual(seen, ['acknowledge 17 4711'])
  assert.deepEqual(telegram.answers, [{ callback_query_id: id, text: 'Acknowledged.' }])
  assert.match(telegram.messages[0]!.text, /^🔴 Boiler.*\n\nAcknowledged\.$/s)
  assert.equal(telegram.messages[0]!.entities?.length, 1)
})

test('a button whose work fails is answered as well, and stays', async (t) => {
  const telegram = await startTelegram(t)
  const onPress = () => Promise.reject(new Error('database is away'))
  const { errors } = listen(t, telegram, { onPress })
  await openTelegramBot(telegram.token, telegram.url).channel.send(ana, MESSAGE, now)
  telegram.press(telegram.messages[0]!, 'Resolve')
  await untilSo(() => telegram.answers.length === 1)
  assert.equal(telegram.answers[0]!.text, 'That did not work. Please try again.')
  assert.ok(telegram.messages[0]!.reply_markup !== undefined)
  assert.match(String(errors[0]), /database is away/)
})

test('a refused poll is reported without the token, and pauses', async (t) => {
  const telegram = await startTelegram(t)
  telegram.refuse.getUpdates = { status: 409, description: 'Conflict: terminated by other getUpdates request' }
  const { errors } = listen(t, telegram)
  await untilSo(() => errors.length === 1)
  await sleep(100)
  assert.equal(errors.length, 1)
  assert.match(String(errors[0]), /409 Conflict/)
  assert.doesNotMatch(String(errors[0]), /aaa/)
})

test('what is in a button fits into 64 bytes and is understood again, and nothing else is', () => {
  const press = { notification_id: '9'.repeat(40), action: 'acknowledge' } as const
  assert.ok(Buffer.byteLength(callbackData(press)) <= 64)
  assert.deepEqual(pressOf(callbackData(press)), press)
  for (const data of [undefined, '', 'acknowledge', 'acknowledge:', 'delete:17', 'resolve:1:2', 'resolve:1\n2']) {
    assert.equal(pressOf(data), null)
  }
})
