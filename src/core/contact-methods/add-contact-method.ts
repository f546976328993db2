import { randomBytes } from 'node:crypto'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { encryptSecret, hashToken } from '../../platform/secrets.ts'
import { type ChangeBy, type ProvenBy, recordChange } from '../audit-log/record-change.ts'
import type { User } from '../people/user.ts'
import type { ChannelSettings } from '../settings/connections/connection.ts'
import type { Protection } from '../webhooks/create-webhook.ts'
import { fingerprintOf } from './address-fingerprint.ts'
import { type Channels, channelKind } from './channels/channels.ts'
import { addressPolicyFor } from './channels/guarded-sender.ts'
import type { ContactMethod, NewMethodBody } from './contact-method-shapes.ts'
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

/** The channels of this service, and what their addresses are checked with. */
export interface ChannelSetup extends Protection {
  channels: Channels
  settings: ChannelSettings
}

export interface AddedMethod {
  method: ContactMethod
  /** Values that its owner needs and that are never shown again, by name. */
  shown: Record<string, string>
  /** The value that is also shown as a QR code. */
  qr?: string
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
  const { kind, label, ...given } = body
  const channel = setup.channels[kind]
  if (channel === null) throw conflict('channel_off', kind)
  const { verifiedBy, shownOnce, ...about } = channelKind(kind)
  const linkOf = verifiedBy === 'chat' ? ((await channel.chat?.linker()) ?? null) : null
  if (verifiedBy === 'chat' && linkOf === null) throw conflict('channel_off', kind)
  const missing = Object.entries(about.fields).find(
    ([name, { isOptional }]) => !isOptional && given[name] === undefined,
  )
  if (missing !== undefined) throw invalidField(`/${missing[0]}`, 'missing', missing[0])
  const checks = { ...setup, settings: setup.settings[kind], policy: addressPolicyFor(owner.role, setup.policy) }
  const address = (await about.addressOf(given, checks)) as object
  const hint = about.hintOf(address)
  const method = {
    kind,
    label: label ?? hint,
    address_hint: hint,
    details: body.details ?? about.details,
    address_sealed: encryptSecret(setup.encryptionKey, JSON.stringify(address)),
    fingerprint: fingerprintOf(setup.encryptionKey, kind, address),
    last_seen_at: verifiedBy === 'browser' ? now : null,
  }
  const by = (await findMethodByAddress(db, owner.id, method.fingerprint)) === null ? await prove() : null
  return db.transaction(async (tx) => {
    await lockOwner(tx, owner.id)
    const known = await findMethodByAddress(tx, owner.id, method.fingerprint)
    if (known !== null) return { method: await confirmSubscription(tx, owner, known, now), shown: {} }
    // Removed at this very moment.
    if (by === null) throw conflict('contact_method_known')
    if ((await countMethods(tx, owner.id)) >= MOST_METHODS) throw conflict('contact_methods_most', MOST_METHODS)
    const added = await insertMethod(tx, owner.id, method, now)
    // A browser with this subscription has been renewed at the same time.
    if (added === null) throw conflict('contact_method_known')
    const subject = { type: 'contact_method', id: added.id, name: added.label }
    const after = { kind, label: added.label, details: added.details }
    await recordChange(tx, by, { action: 'contact_method.added', subject, before: null, after }, now)
    const place = { id: added.id, user_id: owner.id, fingerprint: method.fingerprint }
    if (verifiedBy === 'browser') {
      await takeFromOthers(tx, owner, method.fingerprint, by, now)
      await sendFirstMessage(tx, owner, added, now)
    }
    if (verifiedBy === 'code') await queueCode(tx, place, now)
    if (linkOf !== null) {
      const start = randomBytes(24).toString('base64url')
      await saveCode(tx, place, { code_hash: hashToken(start), tries: 1, lifetime_s: CODE_LIFETIME_S }, now)
      return { method: added, shown: { link: linkOf(start) }, qr: linkOf(start) }
    }
    const qr = shownOnce?.qr?.(address)
    return { method: added, shown: shownOnce?.of(address) ?? {}, ...(qr === undefined ? {} : { qr }) }
  })
}

/** A browser sends its subscription again and again, to repair what was lost on the way. Any other address is a mistake. */
async function confirmSubscription(
  tx: Queryable,
  owner: User,
  known: ContactMethod,
  now: Date,
): Promise<ContactMethod> {
  if (channelKind(known.kind).verifiedBy !== 'browser') throw conflict('contact_method_known')
  await noteSeen(tx, known.id, now)
  if (known.state !== 'broken') return known
  await sendFirstMessage(tx, owner, known, now)
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
export async function sendFirstMessage(
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
