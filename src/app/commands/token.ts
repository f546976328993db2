import { Command, InvalidArgumentError, Option } from 'commander'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { listTokens } from '../../core/people/credentials/access-tokens.ts'
import { createApiToken, revokeToken } from '../../core/people/credentials/api-tokens.ts'
import { ROLES, type Role } from '../../core/reach/role.ts'
import { systemClock } from '../../platform/clock.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'
import { getUser } from './user.ts'

interface CreateFlags {
  user: string
  role?: Role
  days?: number
  json?: boolean
}

export function tokenCommand(): Command {
  const token = new Command('token').description('manage API tokens for programs')
  token
    .command('create <name>')
    .description('create a token that acts for a person; prints it, once')
    .requiredOption('--user <email>', 'the person it acts for')
    .addOption(
      new Option('--role <role>', 'upper limit of its rights (default: the role of the person)').choices([...ROLES]),
    )
    .option('--days <days>', 'days until it expires (default: never)', days)
    .option(...JSON_FLAG)
    .action(createToken)
  token
    .command('list')
    .description('list all valid tokens, including those of logins')
    .option('--user <email>', 'only tokens of this person')
    .option(...JSON_FLAG)
    .action(printTokens)
  token
    .command('revoke <id>')
    .description('revoke a token')
    .option(...JSON_FLAG)
    .action(revoke)
  return token
}

async function createToken(name: string, { user, role, days, json = false }: CreateFlags): Promise<void> {
  if (name.trim() === '' || name.length > 100) throw new InvalidArgumentError('The name must have 1 to 100 characters.')
  const token = await withDatabase(async (db) => {
    const owner = await getUser(db, user)
    return createApiToken(db, owner.id, { name, role, expires_in_days: days }, BY_COMMAND, systemClock())
  })
  print(token, `Created token ${token.id} for ${token.user_email}, ${token.role}.\nToken: ${token.token}`, { json })
}

async function printTokens({ user, json = false }: { user?: string; json?: boolean }): Promise<void> {
  const tokens = await withDatabase(async (db) => {
    const userId = user === undefined ? null : (await getUser(db, user)).id
    return listTokens(db, { userId, beforeId: null, limit: 100_000 }, systemClock())
  })
  const lines = tokens.map(({ id, kind, role, token_hint, expires_at, user_email, name }) =>
    [
      String(id).padStart(6),
      kind.padEnd(6),
      (role ?? 'none').padEnd(8),
      `…${token_hint}`,
      (expires_at?.toISOString() ?? 'never').padEnd(24),
      user_email,
      name,
    ].join('  '),
  )
  print(tokens, lines.length === 0 ? 'There are no tokens.' : lines.join('\n'), { json })
}

async function revoke(id: string, { json = false }: { json?: boolean }): Promise<void> {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new InvalidArgumentError('The id must be a number from `tocsin token list`.')
  await withDatabase((db) => revokeToken(db, { id: Number(id), ownerId: null }, BY_COMMAND, systemClock()))
  print({ id: Number(id) }, `Revoked token ${id}.`, { json })
}

function days(text: string): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > 3_650) throw new InvalidArgumentError('It must be a whole number of days from 1 to 3650.')
  return value
}
