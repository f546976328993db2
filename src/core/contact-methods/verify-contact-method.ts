import { randomInt } from 'node:crypto'
import { secondsAfter } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, invalidField, mustExist, tooManyRequests } from '../../platform/errors.ts'
import { encryptSecret, hashToken } from '../../platform/secrets.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import type { User } from '../people/user.ts'
import { NO_REACH } from '../reach/reach.ts'
import { fingerprintOf } from './address-fingerprint.ts'
import type { ChatAddress } from './channels/channel.ts'
import { type ContactKind, channelKind } from './channels/channels.ts'
import {
  countCodesSent,
  deleteMethod,
  findMethodByAddress,
  findMethodByCode,
  type LockedMethod,
  lockMethod,
  lockOwner,
  saveCode,
  setAddress,
  takeVerificationCode,
  verifyMethod,
} from './contact-method-store.ts'
import { queueNotifications } from './outbox/queue-notifications.ts'

export const CODE_LIFETIME_S = 15 * 60
const TRIES = 5
/** By one person to one address, by one person to all, and by all to one address: codes are no means to annoy others. */
const CODES_AN_HOUR = { here: 5, by_person: 20, to_address: 10 }
const HOUR_S = 3_600

/** Sends a code of six digits to the address. Throws 404, 409 if there is nothing to verify, 429 after too many codes. */
export async function sendCode(db: Database, owner: User, id: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOwner(tx, owner.id)
    const method = mustExist('Contact method', await lockMethod(tx, owner.id, id))
    if (!takesCode(method.kind)) throw conflict('no_code_for_kind', method.kind)
    await queueCode(tx, method, now)
  })
}

/** Whether methods of this kind are verified by a code. */
export const takesCode = (kind: ContactKind): boolean => channelKind(kind).verifiedBy.startsWith('code')

/** The same for a method that this transaction has locked or created, after its owner. */
export async function queueCode(
  tx: Queryable,
  method: Pick<LockedMethod, 'id' | 'user_id' | 'fingerprint'>,
  now: Date,
): Promise<void> {
  const sent = await countCodesSent(tx, method, secondsAfter(now, -HOUR_S))
  for (const which of ['here', 'by_person', 'to_address'] as const) {
    const most = CODES_AN_HOUR[which]
    if (sent[which] >= most) throw tooManyRequests(HOUR_S, 'codes_most', most)
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const code_hash = hashOf(method.id, code)
  await saveCode(tx, method, { code_hash, tries: TRIES, lifetime_s: CODE_LIFETIME_S }, now)
  const facts = { reason: 'verification' as const, code, valid_minutes: CODE_LIFETIME_S / 60 }
  const about = { run_id: null, incident_id: null, severity: null, dedupe_key: null }
  await queueNotifications(
    tx.inCell(0),
    [{ ...about, user_id: method.user_id, method_id: method.id, facts, due_at: now, held: false }],
    now,
  )
}

/** Throws 404, and 400 for a wrong code, or if none can be typed any more. */
export async function verifyByCode(
  db: Database,
  owner: User,
  id: number,
  code: string,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const isRight = await db.transaction(async (tx) => {
    const method = mustExist('Contact method', await lockMethod(tx, owner.id, id))
    if (method.state === 'verified') return true
    const expected = await takeVerificationCode(tx, id, now)
    // The used try counts, so the transaction must not fail.
    if (expected?.code_hash !== hashOf(id, code)) return false
    await verified(tx, method, by, now)
    return true
  })
  if (!isRight) throw invalidField('/code', 'code_wrong')
}

/** A chat began with the token of a link. Returns the person, or null if the link is not valid any more. */
export async function verifyByChat(
  db: Database,
  key: Buffer,
  token: string,
  chatId: string,
  now: Date,
): Promise<{ user_id: number } | null> {
  return db.transaction(async (tx) => {
    const method = await findMethodByCode(tx, hashToken(token), now)
    if (method === null) return null
    const address: ChatAddress = { chat_id: chatId }
    const fingerprint = fingerprintOf(key, method.kind, address)
    const known = await findMethodByAddress(tx, method.user_id, fingerprint)
    // The same chat once more: the new link takes the place of the former method.
    if (known !== null) await deleteMethod(tx, known.id)
    await setAddress(tx, method.id, encryptSecret(key, JSON.stringify(address)), fingerprint)
    const by: ChangeBy = { actor: null, via: method.kind, reach: NO_REACH, address: null }
    await verified(tx, method, by, now)
    return { user_id: method.user_id }
  })
}

async function verified(tx: Queryable, method: LockedMethod, by: ChangeBy, now: Date): Promise<void> {
  await verifyMethod(tx, method.id, now)
  const subject = { type: 'contact_method', id: method.id, name: method.label }
  const states = { before: { state: method.state }, after: { state: 'verified' } }
  await recordChange(tx, by, { action: 'contact_method.verified', subject, ...states }, now)
}

const hashOf = (id: number, code: string): string => hashToken(`${id} ${code}`)
