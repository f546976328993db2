import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { CONTACT_KINDS, channelKind } from '../contact-methods/channels/channels.ts'
import { listTested } from '../contact-methods/connections/test-connection.ts'
import type { OutsideConnections } from '../settings/connections/connections-in-force.ts'
import { findOnlySite } from '../sites/choose-site.ts'
import { type PlannedEscalation, rehearseEscalation } from './readiness.ts'
import { isLocalHost } from './readiness-problems.ts'

/** Steps until a phone rings at night, in this order. */
export const SET_UP_STEPS = ['address', 'message', 'phone', 'second_person', 'night', 'heartbeat'] as const
export type SetUpStep = (typeof SET_UP_STEPS)[number]

/**
 * Why a step is open although something was saved for it: the address leads to this machine only, it was not tested, or no message has
 * reached a verified phone. An address that is done may lack https.
 */
type StepReason = 'only_here' | 'untested' | 'unheard' | 'no_https'

export interface SetUpProgress {
  done: ReadonlySet<SetUpStep>
  reasons: Partial<Record<SetUpStep, StepReason>>
  /** People who would be called for a critical incident. */
  night: PlannedEscalation
  /** Administrators do not want to see the card. */
  isDismissed: boolean
}

interface Facts {
  is_dismissed: boolean
  people: number
  has_message: boolean
  has_phone: boolean
  has_unheard_phone: boolean
}

/**
 * How far the installation is set up, from what is there: no step is stored. Null if everything is done, or if
 * administrators have dismissed it and it is only for the card. `isAnybodyReachable` says whether anybody has a verified contact method.
 */
export async function readSetUpProgress(
  db: Queryable,
  encryptionKey: Buffer,
  connections: OutsideConnections,
  { isAnybodyReachable, at, isForCard }: { isAnybodyReachable: boolean; at: Date; isForCard: boolean },
): Promise<SetUpProgress | null> {
  const facts = await findFacts(db)
  if (facts.is_dismissed && isForCard) return null
  const { publicUrl, heartbeatUrl, origins } = connections
  const tested = await listTested(db, encryptionKey, connections)
  // Settings of the environment count as tested: operators read the log.
  const isSound = (key: 'public_url' | 'smtp' | 'ntfy' | 'heartbeat_url') =>
    tested.has(key) || origins[key] === 'environment'
  const done = new Set<SetUpStep>()
  if (!isLocalHost(new URL(publicUrl).hostname) && isSound('public_url')) done.add('address')
  if (isSound('smtp') || isSound('ntfy') || facts.has_message) done.add('message')
  if (facts.has_phone) done.add('phone')
  if (facts.people > 1) done.add('second_person')
  if (heartbeatUrl !== null && isSound('heartbeat_url')) done.add('heartbeat')
  // A rehearsal takes several statements, so there is none for an installation that is set up.
  if (done.size === SET_UP_STEPS.length - 1 && isAnybodyReachable) return null
  const incident = { module: null, tags: [], rule_key: null, severity: 'critical', at } as const
  const night = await rehearseEscalation(db, { ...incident, site_id: await findOnlySite(db) })
  if (night.reaches_anybody) done.add('night')
  const isUntested = (key: keyof typeof origins) => origins[key] === 'settings' && !tested.has(key)
  const reasons = {
    ...addressReason(publicUrl, isUntested('public_url')),
    ...(isUntested('smtp') || isUntested('ntfy') ? { message: 'untested' } : {}),
    ...(facts.has_unheard_phone ? { phone: 'unheard' } : {}),
    ...(isUntested('heartbeat_url') ? { heartbeat: 'untested' } : {}),
  } as const
  const isSaid = (step: SetUpStep, reason: StepReason) => !done.has(step) || reason === 'no_https'
  const said = (Object.entries(reasons) as [SetUpStep, StepReason][]).filter((entry) => isSaid(...entry))
  return { done, reasons: Object.fromEntries(said), night, isDismissed: facts.is_dismissed }
}

function addressReason(publicUrl: string, isUntested: boolean): { address?: StepReason } {
  const { hostname, protocol } = new URL(publicUrl)
  if (isLocalHost(hostname)) return { address: 'only_here' }
  if (isUntested) return { address: 'untested' }
  return protocol === 'https:' ? {} : { address: 'no_https' }
}

async function findFacts(db: Queryable): Promise<Facts> {
  const hasMethod = (step: 'message' | 'phone', { isHeard }: { isHeard: boolean }) => sql`
    exists (
      select
      from contact_methods as m
      join users as u on u.id = m.user_id and u.enabled
      where m.kind = any (${CONTACT_KINDS.filter((kind) => channelKind(kind).completes.includes(step))}::text[]) and m.state = 'verified' and (m.last_ok_at is not null) = ${isHeard}
    )`
  const [facts] = await db.query<Facts>(sql`
    select
      exists (select from settings where key = 'set_up_card') as is_dismissed,
      (select count(*)::integer from users where enabled) as people,
      ${hasMethod('message', { isHeard: true })} as has_message,
      ${hasMethod('phone', { isHeard: true })} as has_phone,
      ${hasMethod('phone', { isHeard: false })} as has_unheard_phone`)
  return facts!
}
