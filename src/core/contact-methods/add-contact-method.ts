import { randomBytes } from 'node:crypto'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { encryptSecret, hashToken } from '../../platform/secrets.ts'
import { type ChangeBy, type ProvenBy, recordChange } from '../audit-log/record-change.ts'
import type { User } from '../people/user.ts'
import { isEmailAddress } from '../settings/connections/email-address.ts'
import type { Protection } from '../webhooks/create-webhook.ts'
import { checkFormat, formatKind } from '../webhooks/formats/formats.ts'
import { newWebhookSecret } from '../webhooks/sending/signature.ts'
import { checkWebhookUrl } from '../webhooks/webhook-address.ts'
import { fingerprintOf } from './address-fingerprint.ts'
import { newTopic } from './channels/ntfy.ts'
import { checkSubscription } from './channels/push/push-address.ts'
import { policyFor } from './channels/reader-sender.ts'
import { startLink } from './channels/telegram/telegram-bot.ts'
import type { ContactAddresses, ContactKind, ContactMethod, Details } from './contact-method.ts'
import type { NewMethodBody } from './contact-method-shapes.ts'
import {
  countMethods,
  findMethodByAddress,
  insertMethod,
  lockOwner,
  noteSeen,
  saveCode,
} from './contact-method-store.ts'
import { queueNotifications } from './outbox/queue-notifications.ts'
import { deleteBrowsers, lockBrowsers } from './subscribed-browsers.ts'
import { CODE_LIFETIME_S, queueCode } from './verify-contact-method.ts'

/** A person may have this many. */
export const MOST_METHODS = 10

/** The channels that this service is set up for. */
export interface ChannelSetup extends Protection {
  /** Kinds that can be used; e-mail needs SMTP_URL, Telegram a bot. */
  kinds: ReadonlySet<ContactKind>
  ntfyUrl: string
  pushAllowedOrigins: readonly string[]
  /** The name of the Telegram bot, such as tocsin_bot; null while Telegram does not say it. */
  telegramBot: () => Promise<string | null>
}

export interface AddedMethod extends ContactMethod {
  topic?: string
  server?: string
  link?: string
  secret?: string
}

type Address = { [Kind in ContactKind]: { kind: Kind; address: ContactAddresses[Kind] } }[ContactKind]

/** On servers of others, names and values are only shown if their reader asks for it. */
const DEFAULT_DETAILS: Record<ContactKind, Details> = {
  push: 'full',
  email: 'full',
  webhook: 'full',
  ntfy: 'minimal',
  telegram: 'minimal',
}

/**
 * Adds a way to reach this person, who proves who they are unless a browser only confirms its subscription. It is
 * pending until it is verified; a browser is verified by its first message. Throws what `prove` throws, 400 for an address that is not allowed, 409 if there are too many or if the person has it already.
 */
export async function addContactMethod(
  db: Database,
  owner: User,
  body: NewMethodBody,
  setup: ChannelSetup,
  prove: () => Promise<ProvenBy>,
  now: Date,
): Promise<AddedMethod> {
  const { kind } = body
  if (!setup.kinds.has(kind)) throw conflict('channel_off', kind)
  const bot = kind === 'telegram' ? await setup.telegramBot() : null
  if (kind === 'telegram' && bot === null) throw conflict('channel_off', kind)
  const { address } = await addressOf(body, { ...setup, policy: policyFor(owner.role, setup.policy) })
  const given = JSON.stringify(address)
  const hint = hintOf({ kind, address } as Address)
  const method = {
    kind,
    label: body.label ?? hint,
    address_hint: hint,
    details: body.details ?? DEFAULT_DETAILS[kind],
    address_sealed: encryptSecret(setup.encryptionKey, given),
    fingerprint: fingerprintOf(setup.encryptionKey, kind, given),
  }
  const by = (await findMethodByAddress(db, owner.id, method.fingerprint)) === null ? await prove() : null
  return db.transaction(async (tx) => {
    await lockOwner(tx, owner.id)
    const known = await findMethodByAddress(tx, owner.id, method.fingerprint)
    if (known !== null) return confirmSubscription(tx, owner, known, now)
    // Removed at this very moment.
    if (by === null) throw conflict('contact_method_known')
    if ((await countMethods(tx, owner.id)) >= MOST_METHODS) throw conflict('contact_methods_most', MOST_METHODS)
    const added = await insertMethod(tx, owner.id, method, now)
    // A browser with this subscription has been renewed at the same time.
    if (added === null) throw conflict('contact_method_known')
    const subject = { type: 'contact_method', id: added.id, name: added.label }
    const after = { kind, label: added.label, details: added.details }
    await recordChange(tx, by, { action: 'contact_method.added', subject, before: null, after }, now)
    if (kind === 'push') {
      await takeFromOthers(tx, owner, method.fingerprint, by, now)
      await greet(tx, owner, added, now)
    }
    const place = { id: added.id, user_id: owner.id, fingerprint: method.fingerprint }
    if (kind === 'telegram') {
      const start = randomBytes(24).toString('base64url')
      await saveCode(tx, place, { code_hash: hashToken(start), tries: 1, lifetime_s: CODE_LIFETIME_S }, now)
      return { ...added, link: startLink(bot!, start) }
    }
    if (kind === 'email' || kind === 'webhook') await queueCode(tx, place, now)
    return { ...added, ...shownOnce({ kind, address } as Address) }
  })
}

/** Values that the owner needs and that are never shown again. Chats do not verify signatures. */
function shownOnce({ kind, address }: Address): Pick<AddedMethod, 'topic' | 'server' | 'secret'> {
  if (kind === 'ntfy') return address
  const isProgram = kind === 'webhook' && !formatKind(address.format).isForPeople
  return isProgram ? { secret: address.secret } : {}
}

/** A browser sends its subscription again and again, to repair what was lost on the way. Any other address is a mistake. */
async function confirmSubscription(
  tx: Queryable,
  owner: User,
  known: ContactMethod,
  now: Date,
): Promise<ContactMethod> {
  if (known.kind !== 'push') throw conflict('contact_method_known')
  await noteSeen(tx, known.id, now)
  if (known.state !== 'broken') return known
  await greet(tx, owner, known, now)
  return { ...known, state: 'pending', reason: null }
}

/** A browser belongs to whom it was added by last: nobody reads the messages of the person before. */
async function takeFromOthers(tx: Queryable, owner: User, fingerprint: string, by: ChangeBy, now: Date): Promise<void> {
  const browsers = await lockBrowsers(tx, fingerprint)
  await deleteBrowsers(
    tx,
    browsers.filter((browser) => browser.owner.id !== owner.id),
    by,
    now,
  )
}

/** The first message to a browser, which verifies it. */
export async function greet(
  tx: Queryable,
  owner: Pick<User, 'id'>,
  { id, label }: Pick<ContactMethod, 'id' | 'label'>,
  now: Date,
): Promise<void> {
  const facts = { reason: 'test' as const, label }
  const about = { run_id: null, incident_id: null, severity: null, dedupe_key: null }
  await queueNotifications(
    tx.inCell(0),
    [{ ...about, user_id: owner.id, method_id: id, facts, due_at: now, held: false }],
    now,
  )
}

async function addressOf(body: NewMethodBody, setup: ChannelSetup): Promise<Address> {
  switch (body.kind) {
    case 'email': {
      const address = needed(body, 'address').trim()
      if (!isEmailAddress(address)) throw invalidField('/address', 'no_email')
      return { kind: 'email', address: { address } }
    }
    case 'push': {
      const subscription = needed(body, 'subscription')
      return { kind: 'push', address: checkSubscription(subscription, setup.pushAllowedOrigins) }
    }
    case 'ntfy': {
      const server =
        body.server === undefined
          ? setup.ntfyUrl
          : new URL(await checkWebhookUrl(body.server, setup.policy, setup.resolver, '/server')).origin
      return { kind: 'ntfy', address: { server, topic: newTopic() } }
    }
    case 'telegram':
      // Known once its owner has opened the chat. Until then the address only has to be unlike any other.
      return { kind: 'telegram', address: { chat_id: `pending ${randomBytes(16).toString('hex')}` } }
    case 'webhook': {
      const { format = 'envelope', options = {} } = body
      const url = await checkWebhookUrl(needed(body, 'address'), setup.policy, setup.resolver, '/address')
      checkFormat(format, url, options)
      return { kind: 'webhook', address: { url, format, options, secret: newWebhookSecret() } }
    }
  }
}

function needed<Name extends 'address' | 'subscription'>(
  body: NewMethodBody,
  name: Name,
): NonNullable<NewMethodBody[Name]> {
  const value = body[name]
  if (value === undefined) throw invalidField(`/${name}`, 'missing', name)
  return value
}

/** By what a person recognizes their address, without telling it. Pure. */
export function hintOf(method: Address): string {
  switch (method.kind) {
    case 'email': {
      const [local = '', domain = ''] = method.address.address.split('@')
      return `${local.slice(0, Math.min(2, local.length - 1))}…@${domain}`
    }
    case 'push':
      return new URL(method.address.endpoint).host
    case 'ntfy':
      return new URL(method.address.server).host
    case 'telegram':
      return 'Telegram'
    case 'webhook':
      return new URL(method.address.url).host
  }
}
