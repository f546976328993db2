import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { type ScheduleOfPerson, schedulesOf } from '../../core/on-call/read-on-call.ts'
import { changeUser } from '../../core/people/change-user.ts'
import { createUser, type Grants } from '../../core/people/create-user.ts'
import { inviteUser, linkAddress, offerPassword } from '../../core/people/invite-user.ts'
import { unlinkIdentity } from '../../core/people/openid-connect/link-identity.ts'
import { resetPassword } from '../../core/people/passwords/set-password.ts'
import { resetSecondFactor } from '../../core/people/second-factor/remove-factor.ts'
import { findUserByEmail, listUsers, type UserRecord } from '../../core/people/user-store.ts'
import { INSTALLATION } from '../../core/reach/reach.ts'
import { ROLES, type Role } from '../../core/reach/role.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { OperatorError } from '../../platform/errors.ts'
import { environmentInForce } from '../node/environment-in-force.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'
import { getSiteNamed } from './site.ts'

interface Flags {
  json?: boolean
}
interface PasswordFlags extends Flags {
  passwordStdin?: boolean
  /** A link with which the person chooses the password. */
  link?: boolean
}

// Not an argument, since other people on the machine can read those.
const PASSWORD_FLAG = ['--password-stdin', 'read the password from standard input'] as const

export function userCommand(): Command {
  const user = new Command('user').description('manage the people who may log in')
  user
    .command('add <email>')
    .description('add a person; generates and prints a password unless one is given')
    .addOption(new Option('--role <role>', 'role of the person').choices([...ROLES]).default('viewer'))
    .option('--site <name>', 'give the role in this site alone')
    .option(...PASSWORD_FLAG)
    .option('--link', 'print a link for choosing the password instead')
    .option(...JSON_FLAG)
    .action(addUser)
  user
    .command('list')
    .description('list all people')
    .option(...JSON_FLAG)
    .action(printUsers)
  user
    .command('reset-password <email>')
    .description('set a new password and end all sessions and tokens; generates and prints one unless it is given')
    .option(...PASSWORD_FLAG)
    .option('--link', 'print a link for choosing a password instead; nothing changes until it is used')
    .option(...JSON_FLAG)
    .action(resetUser)
  user
    .command('reset-second-factor <email>')
    .description('remove the second factors of a person who has lost them, and end all sessions')
    .option(...JSON_FLAG)
    .action(resetFactor)
  user
    .command('unlink <email>')
    .description('separate a person from the account with which they log in at the OpenID provider')
    .option(...JSON_FLAG)
    .action(unlinkUser)
  user
    .command('disable <email>')
    .description('disable a person and end all their sessions and tokens')
    .option(...JSON_FLAG)
    .action((email: string, flags: Flags) => setEnabled(email, false, flags))
  user
    .command('enable <email>')
    .description('enable a disabled person')
    .option(...JSON_FLAG)
    .action((email: string, flags: Flags) => setEnabled(email, true, flags))
  return user
}

async function addUser(email: string, flags: PasswordFlags & { role: Role; site?: string }): Promise<void> {
  const { role, site } = flags
  const as = site === undefined ? role : `${role} of ${site}`
  if (flags.link) {
    const { user, url } = await withDatabase(async (db, environment) => {
      const { user, link } = await inviteUser(db, { email, ...(await grantsOf(db, flags)) }, BY_COMMAND, systemClock())
      const { publicUrl } = await environmentInForce(db, environment)
      return { user, url: linkAddress(publicUrl, link) }
    })
    return print({ ...user, url }, `Invited ${user.email} as ${as}.\nLink, valid for a week: ${url}`, flags)
  }
  const { password, isMadeUp } = passwordOf(flags)
  const user = await withDatabase(async (db) =>
    createUser(db, { email, password, ...(await grantsOf(db, flags)) }, BY_COMMAND, systemClock()),
  )
  const words = [`Added ${user.email} as ${as}.`, ...(isMadeUp ? [`Password: ${password}`] : [])]
  print(isMadeUp ? { ...user, password } : user, words.join('\n'), flags)
}

/** The role everywhere, or in one site. */
async function grantsOf(db: Queryable, { role, site }: { role: Role; site?: string }): Promise<Grants> {
  if (site === undefined) return { role }
  return { role: null, memberships: [{ site_id: await getSiteNamed(db, site), role }] }
}

async function resetUser(email: string, flags: PasswordFlags): Promise<void> {
  if (flags.link) {
    const url = await withDatabase(async (db, environment) => {
      const { id } = await getUser(db, email)
      const { publicUrl } = await environmentInForce(db, environment)
      return linkAddress(publicUrl, await offerPassword(db, id, BY_COMMAND, systemClock()))
    })
    return print({ url }, `Link, valid once: ${url}`, flags)
  }
  const { password, isMadeUp } = passwordOf(flags)
  const user = await withDatabase(async (db) => {
    const found = await getUser(db, email)
    await resetPassword(db, found, password, BY_COMMAND, systemClock())
    return found
  })
  const words = [`${user.email} has a new password.`, ...(isMadeUp ? [`Password: ${password}`] : [])]
  print({ id: user.id, email: user.email, ...(isMadeUp ? { password } : {}) }, words.join('\n'), flags)
}

async function resetFactor(email: string, flags: Flags): Promise<void> {
  const { user, isReset } = await withDatabase(async (db) => {
    const user = await getUser(db, email)
    return { user, isReset: await resetSecondFactor(db, user.id, BY_COMMAND, systemClock()) }
  })
  const words = isReset ? 'no longer has a second factor, and is logged out everywhere' : 'has no second factor'
  print({ id: user.id, email: user.email, reset: isReset }, `${user.email} ${words}.`, flags)
}

async function unlinkUser(email: string, flags: Flags): Promise<void> {
  const { user, isUnlinked } = await withDatabase(async (db) => {
    const user = await getUser(db, email)
    return { user, isUnlinked: await unlinkIdentity(db, user.id, BY_COMMAND, systemClock()) }
  })
  const words = isUnlinked ? `no longer logs in with ${user.issuer}` : 'does not log in with a provider'
  print({ id: user.id, email: user.email, unlinked: isUnlinked }, `${user.email} ${words}.`, flags)
}

async function setEnabled(email: string, enabled: boolean, flags: Flags): Promise<void> {
  const { user, schedules } = await withDatabase(async (db) => {
    const { id } = await getUser(db, email)
    const schedules = enabled ? [] : await schedulesOf(db, INSTALLATION, id, systemClock())
    return { user: await changeUser(db, id, { enabled }, null, BY_COMMAND, systemClock()), schedules }
  })
  const words = [`${user.email} is ${enabled ? 'enabled' : 'disabled'}.`, ...schedules.flatMap(gapText)]
  print(user, words.join('\n'), flags)
}

/** A warning for a schedule that lacks somebody now. */
const gapText = ({ schedule, gap }: ScheduleOfPerson): string[] =>
  gap === null ? [] : [`${schedule.name}: nobody is on call from ${gap.from.toISOString()} to ${gap.to.toISOString()}.`]

async function printUsers(flags: Flags): Promise<void> {
  const users = await withDatabase((db) => listUsers(db, INSTALLATION, { afterId: 0, limit: 100_000 }))
  const lines = users.map(({ id, email, role, enabled, invited, second_factors }) =>
    [
      String(id).padStart(6),
      (role ?? 'sites').padEnd(8),
      (enabled ? (invited ? 'invited' : '') : 'disabled').padEnd(8),
      second_factors.join(',').padEnd(12),
      email,
    ].join('  '),
  )
  print(users, lines.length === 0 ? 'There are no people yet.' : lines.join('\n'), flags)
}

/** Throws 404. */
export async function getUser(db: Queryable, email: string): Promise<UserRecord> {
  const user = await findUserByEmail(db, email)
  if (user === null) throw new OperatorError(`User ${email} not found`)
  return user
}

function passwordOf({ passwordStdin }: PasswordFlags): { password: string; isMadeUp: boolean } {
  return passwordStdin
    ? { password: readFileSync(0, 'utf8').replace(/\r?\n$/, ''), isMadeUp: false }
    : { password: randomBytes(15).toString('base64url'), isMadeUp: true }
}
