import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { BY_COMMAND } from '../audit-log/record-change.ts'
import { systemClock } from '../platform/clock.ts'
import { ROLES, type Role } from '../users/user.ts'
import { createUser } from '../users/user-store.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

interface AddOptions {
  role: Role
  passwordStdin?: boolean
  json?: boolean
}

export function userCommand(): Command {
  const user = new Command('user').description('people who may log in')
  user
    .command('add <email>')
    .description('add a person; prints a password made up for them unless one is given')
    .addOption(new Option('--role <role>', 'what they may do').choices([...ROLES]).default('viewer'))
    // Not as an argument: other people on the machine can read those.
    .option('--password-stdin', 'read the password from standard input')
    .option(...JSON_FLAG)
    .action(addUser)
  return user
}

async function addUser(email: string, options: AddOptions): Promise<void> {
  const given = options.passwordStdin ? readFileSync(0, 'utf8').replace(/\r?\n$/, '') : null
  const password = given ?? randomBytes(15).toString('base64url')
  const wanted = { email, password, role: options.role }
  const user = await withDatabase((db) => createUser(db, wanted, BY_COMMAND, systemClock()))
  const shown = given === null ? { ...user, password } : user
  const words = [`Added ${user.email} as ${user.role}.`, ...(given === null ? [`Password: ${password}`] : [])]
  print(shown, words.join('\n'), options)
}
