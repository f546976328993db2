import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { type Fault, faultOf } from '../../../platform/error-messages/reasons.ts'
import { conflict, invalidField, tooManyRequests } from '../../../platform/errors.ts'
import { type Language, WORDS } from '../../../words/words.ts'
import { type ProvenBy, recordChange } from '../../audit-log/record-change.ts'
import type { ConnectionKey } from '../../settings/connections/connection.ts'
import { connectionsInForce, type OutsideConnections } from '../../settings/connections/connections-in-force.ts'
import { fingerprint, readChosenConnections } from '../../settings/connections/connections-store.ts'
import { isEmailAddress } from '../../settings/connections/email-address.ts'
import { findSetting, lockSettings, saveSetting } from '../../settings/settings-store.ts'
import { openSender, openTrustedSender, type Sender } from '../../webhooks/sending/send-webhook.ts'
import { tryMail } from '../channels/email/mailer.ts'
import { newTopic } from '../channels/ntfy.ts'
import { botApi } from '../channels/telegram/bot-api.ts'
import type { ConnectionChanges, ConnectionSettings } from './change-connections.ts'
import { checkConnection } from './check-connection.ts'
import { faultOfBot, faultOfChat, faultOfMail, faultOfSent } from './connection-faults.ts'
import { tryOwnAddress } from './own-address.ts'

export const TESTS = ['public_url', 'mail', 'ntfy', 'telegram', 'heartbeat'] as const
export type ConnectionTest = (typeof TESTS)[number]

const TESTED: Record<ConnectionTest, ConnectionKey> = {
  public_url: 'public_url',
  mail: 'smtp',
  ntfy: 'ntfy',
  telegram: 'telegram_bot_token',
  heartbeat: 'heartbeat_url',
}

const MAIL_WITHIN_MS = 12_000
/** In a minute, of all administrators: a test makes this service ask servers of their choice. */
const MOST_TESTS = 10
const TOPIC = /^[-_A-Za-z0-9]{1,64}$/
/** A person, a group or a channel of Telegram. */
const CHAT = /^(-?[1-9][0-9]{0,19}|@[A-Za-z0-9_]{4,32})$/

export interface TestSettings extends ConnectionSettings {
  isOutboundOff: boolean
  telegramUrl?: string
}

interface AskedTest {
  what: ConnectionTest
  /** An email address, a topic of ntfy or a chat of Telegram. */
  to?: string | undefined
  /** Instead of what is stored. */
  entered?: ConnectionChanges
  language: Language
}

export interface ConnectionOutcome {
  /** Null: it works. */
  fault: Fault | null
  /** Server that was asked, such as the host for mail. */
  asked: string
}

/**
 * Tries a connection, with a real message or request, whether it is stored or has only been entered. Throws 400 for what is
 * entered wrongly, 409 for what is not set, and 429 after many tests.
 */
export async function testConnection(
  settings: TestSettings,
  asked: AskedTest,
  by: ProvenBy,
  now: Date,
): Promise<ConnectionOutcome> {
  const { db, encryptionKey } = settings
  const key = TESTED[asked.what]
  const connections = await connectionsOf(settings, key, asked.entered ?? {})
  checkRecipient(asked)
  await takeTurn(db, key, by, now)
  const outcome = await tryOne(settings, connections, asked)
  if (outcome.fault === null) await noteTested(db, key, fingerprint(encryptionKey, key, valueIn(connections, key)), now)
  return outcome
}

/** Those of the connections in force that have been tested successfully as they are. */
export async function listTested(
  db: Queryable,
  encryptionKey: Buffer,
  connections: OutsideConnections,
): Promise<ReadonlySet<ConnectionKey>> {
  const tested = (await findSetting(db, 'tested_connections')) ?? {}
  const keys = Object.keys(tested) as ConnectionKey[]
  return new Set(keys.filter((key) => tested[key] === fingerprint(encryptionKey, key, valueIn(connections, key))))
}

async function connectionsOf(
  { db, encryptionKey, connections, ...guard }: ConnectionSettings,
  key: ConnectionKey,
  changes: ConnectionChanges,
): Promise<OutsideConnections> {
  const entered = changes[key]
  if (entered == null) return connections()
  if (connections().origins[key] === 'environment') throw invalidField(`/${key}`, 'set_by_environment')
  const { given } = await readChosenConnections(db, encryptionKey)
  const checked = await checkConnection(key, entered, given[key], guard)
  return connectionsInForce(connections(), { given: { [key]: checked }, locked: [] })
}

const valueIn = ({ publicUrl, channels, heartbeatUrl }: OutsideConnections, key: ConnectionKey): unknown =>
  ({
    public_url: publicUrl,
    smtp: channels.email,
    ntfy: { url: channels.ntfy.url, token: channels.ntfy.token },
    telegram_bot_token: channels.telegram,
    heartbeat_url: heartbeatUrl,
  })[key]

function checkRecipient({ what, to }: AskedTest): void {
  if (what === 'mail' && !isEmailAddress(to ?? '')) throw invalidField('/to', 'no_email')
  if (what === 'ntfy' && to !== undefined && !TOPIC.test(to)) throw invalidField('/to', 'url_topic')
  if (what === 'telegram' && to && !CHAT.test(to)) throw invalidField('/to', 'no_chat')
}

/** Tests are counted by their entries in the audit log. */
async function takeTurn(db: Database, key: ConnectionKey, by: ProvenBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSettings(tx)
    const [row] = await tx.query<{ tests: number }>(sql`
      select count(*)::integer as tests
      from audit_entries
      where action = 'settings.tested' and at > ${now}::timestamptz - interval '1 minute'`)
    if (row!.tests >= MOST_TESTS) throw tooManyRequests(60, 'tests_too_many')
    const subject = { type: 'settings', id: key }
    await recordChange(tx, by, { action: 'settings.tested', subject, before: null, after: {} }, now)
  })
}

async function noteTested(db: Database, key: ConnectionKey, value: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSettings(tx)
    const tested = (await findSetting(tx, 'tested_connections')) ?? {}
    await saveSetting(tx, 'tested_connections', { ...tested, [key]: value }, now)
  })
}

async function tryOne(
  { encryptionKey, isOutboundOff, policy, resolver, telegramUrl }: TestSettings,
  { publicUrl, channels, heartbeatUrl, origins }: OutsideConnections,
  { what, to = '', language }: AskedTest,
): Promise<ConnectionOutcome> {
  const { email: smtp, ntfy, telegram } = channels
  const trusted = <Result>(use: (sender: Sender) => Promise<Result>) => withSender(openTrustedSender(resolver), use)
  const guarded = <Result>(isOwn: boolean, use: (sender: Sender) => Promise<Result>) =>
    isOwn ? trusted(use) : withSender(openSender(policy, resolver), use)
  if (what === 'public_url') {
    const fault = await trusted((sender) => tryOwnAddress(publicUrl, sender, encryptionKey))
    return { fault, asked: new URL(publicUrl).host }
  }
  if (isOutboundOff) return { fault: faultOf('nothing_is_sent'), asked: '' }
  const { subject, text } = WORDS[language].messages.connectionTest
  if (what === 'mail') {
    if (smtp === null) throw conflict('connection_missing')
    const failure = await tryMail(smtp, { to, subject, text: `${text}\n\n${publicUrl}` }, MAIL_WITHIN_MS)
    return { fault: failure && faultOfMail(failure), asked: smtp.host }
  }
  if (what === 'ntfy') {
    const { url, token, isOwn } = ntfy
    const topic = to === '' ? newTopic() : to
    const message = { topic, title: subject, message: text, priority: 3, click: publicUrl, actions: [] }
    const body = JSON.stringify(message)
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
    const headers = { 'content-type': 'application/json', 'user-agent': 'Tocsin', ...authorization }
    const sent = await guarded(isOwn || origins.ntfy === 'environment', (sender) =>
      sender.send({ url: `${url}/`, headers, body }),
    )
    return { fault: faultOfSent(sent, url), asked: new URL(url).host }
  }
  if (what === 'telegram') {
    if (telegram === null) throw conflict('connection_missing')
    const bot = botApi(telegram, telegramUrl)
    const response = await bot.call<{ username?: string }>('getMe', {})
    if (!response.ok) return { fault: faultOfBot(response), asked: 'Telegram' }
    const sent = to === '' ? response : await bot.call('sendMessage', { chat_id: to, text: `${subject}\n${text}` })
    return { fault: faultOfChat(sent), asked: `@${response.result.username ?? ''}` }
  }
  if (heartbeatUrl === null) throw conflict('connection_missing')
  const sent = await guarded(origins.heartbeat_url === 'environment', (sender) =>
    sender.send({
      url: heartbeatUrl,
      headers: { 'content-type': 'text/plain', 'user-agent': 'Tocsin' },
      body: 'Test from the settings.\n',
    }),
  )
  return { fault: faultOfSent(sent, heartbeatUrl), asked: new URL(heartbeatUrl).host }
}

async function withSender<Result>(sender: Sender, use: (sender: Sender) => Promise<Result>): Promise<Result> {
  try {
    return await use(sender)
  } finally {
    sender.close()
  }
}
