import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashToken, newToken } from '../../../platform/secrets.ts'
import { MEMBER_ROLES, type MemberRole } from '../../reach/role.ts'
import type { User } from '../user.ts'

/** Purpose of a link for choosing a password. */
export type LinkPurpose = 'invitation' | 'password_reset'

export const LINK_LIFETIME_S: Record<LinkPurpose, number> = { invitation: 7 * 86_400, password_reset: 86_400 }
const SETUP_LIFETIME_S = 3_600

export interface Link {
  code: string
  purpose: LinkPurpose
  expires_at: Date
}

/** Creates a link for a person; an earlier link ends. */
export async function createLink(tx: Queryable, userId: number, purpose: LinkPurpose, now: Date): Promise<Link> {
  const code = newToken()
  const expires_at = secondsAfter(now, LINK_LIFETIME_S[purpose])
  await tx.query(sql`
    insert into one_time_codes as c (code_hash, purpose, user_id, expires_at)
    values (${hashToken(code)}, ${purpose}, ${userId}, ${expires_at})
    on conflict (user_id) do update
    set code_hash = excluded.code_hash, purpose = excluded.purpose, expires_at = excluded.expires_at`)
  return { code, purpose, expires_at }
}

/** The person that a link is for. */
interface LinkUser extends User {
  /** Those that they have in sites, the highest first. */
  site_roles: MemberRole[]
}

/** The person that a valid link is for. Does not use the link up, because programs that preview links open it too. */
export async function findLinkUser(
  db: Queryable,
  link: Pick<Link, 'code' | 'purpose'>,
  now: Date,
): Promise<LinkUser | null> {
  const [user] = await db.query<LinkUser>(sql`
    select
      u.id, u.email, u.name, u.role,
      array(
        select h.role
        from (
          select site_id, role from site_members where user_id = u.id
          union all
          select site_id, 'family' from family_devices where user_id = u.id
        ) as h
        join sites as s on s.id = h.site_id
        where s.deleted_at is null
        group by h.role
        order by array_position(${MEMBER_ROLES}::text[], h.role)
      ) as site_roles
    from one_time_codes as c
    join users as u on u.id = c.user_id
    where c.code_hash = ${hashToken(link.code)} and c.purpose = ${link.purpose} and c.expires_at > ${now} and u.enabled`)
  return user ?? null
}

/** Uses a link up; false if it was used before. */
export async function takeLink(tx: Queryable, { code }: Pick<Link, 'code'>, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from one_time_codes where code_hash = ${hashToken(code)} and expires_at > ${now} returning purpose`)
  return rows.length > 0
}

/** Without letters and digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

interface CodeShape {
  groups: number
  /** Letters of a group, of five bits each. */
  letters: number
}
/** 125 bits: `7Q2KX-…`. */
const SETUP_SHAPE = { groups: 5, letters: 5 }

/** A random code that can be typed, in groups. */
export function typeableCode({ groups, letters }: CodeShape): string {
  const group = () => Array.from({ length: letters }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** The hash of a code as people type it: in small letters, with spaces or without dashes. */
export function hashTyped(typed: string, { letters }: CodeShape): string {
  const code = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return hashToken(code.match(new RegExp(`.{1,${letters}}`, 'g'))?.join('-') ?? '')
}

export async function createSetupCode(db: Queryable, now: Date): Promise<string> {
  const code = typeableCode(SETUP_SHAPE)
  await db.query(sql`
    insert into one_time_codes (code_hash, purpose, expires_at)
    values (${hashToken(code)}, 'setup', ${secondsAfter(now, SETUP_LIFETIME_S)})`)
  return code
}

export async function isSetupCode(db: Queryable, typed: string, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from one_time_codes where code_hash = ${setupHash(typed)} and purpose = 'setup' and expires_at > ${now}`)
  return rows.length > 0
}

/** Uses the code up, together with those that other nodes have printed; false if it was used before. */
export async function takeSetupCode(tx: Queryable, typed: string, now: Date): Promise<boolean> {
  const rows = await tx.query<{ code_hash: string; expires_at: Date }>(sql`
    delete from one_time_codes where purpose = 'setup' returning code_hash, expires_at`)
  return rows.some(({ code_hash, expires_at }) => code_hash === setupHash(typed) && expires_at > now)
}

const setupHash = (typed: string): string => hashTyped(typed, SETUP_SHAPE)
