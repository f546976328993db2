import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostmaster, isAlive } from '../../../src/platform/postgres/postmaster.ts'
import { ROOT } from '../../documentation/markdown.ts'
import { ENCRYPTION_KEY, startApp } from '../../harness/app.ts'
import { cleanUp } from '../../harness/cleanup.ts'
import { freePort } from '../../harness/served.ts'
import { openShell, type Shell } from './shell.ts'

/** A person in a fresh checkout who follows a document. */
export interface Reader {
  folder: string
  url: string
  shell: Shell
  /** Values for placeholders of the document, such as THE_TOKEN. */
  known: Record<string, string>
}

/** Replaces `npx` for installed commands, without the half second in which it finds that out. */
const NPX = `#!/bin/sh
name=$1
shift
[ "$name" = tocsin ] && exec node bin/tocsin.js "$@"
exec "node_modules/.bin/$name" "$@"
`
/** A refusal fails the command. */
const CURL = 'silent\nshow-error\nfail-with-body\n'

/** For documents that begin from nothing and start the service themselves. */
export async function newcomer(t: TestContext): Promise<Reader> {
  const folder = checkout(t)
  const port = await freePort()
  const known = { 9000: String(await freePort()) }
  return { folder, url: `http://127.0.0.1:${port}`, shell: shellIn(t, folder, { PORT: String(port) }), known }
}

/** For all others: a running service with one device, and an administrator. `$B`, `$H` and `$TOKEN` are set. */
export async function settled(t: TestContext): Promise<Reader> {
  const app = await startApp(t, { runsJobs: true })
  const { token } = await app.createDevice({ name: 'Bedside monitor', module: 'health' })
  const { authorization } = await app.logIn('admin')
  const { port, user, password, database } = app.connection
  const folder = checkout(t)
  const shell = shellIn(t, folder, {
    PORT: new URL(app.url).port,
    DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    ENCRYPTION_KEY: ENCRYPTION_KEY.toString('hex'),
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    B: app.url,
    H: `Authorization: ${authorization}`,
    TOKEN: token,
  })
  return { folder, url: app.url, shell, known: { THE_TOKEN: token } }
}

/** A folder like a fresh checkout with its dependencies, in which files may be created. */
function checkout(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-reader-'))
  // When started as root, PostgreSQL runs as another user, which must be able to traverse the folder.
  chmodSync(folder, 0o711)
  for (const name of readdirSync(ROOT)) {
    if (!name.startsWith('.') && name !== 'data') symlinkSync(join(ROOT, name), join(folder, name))
  }
  mkdirSync(join(folder, '.bin'))
  writeFileSync(join(folder, '.bin/npx'), NPX, { mode: 0o755 })
  writeFileSync(join(folder, '.curlrc'), CURL)
  cleanUp(t, async () => {
    const left = findPostmaster(join(folder, 'data/postgres'))
    if (left !== null) {
      process.kill(left.pid, 'SIGQUIT')
      // The server deletes files of its own as it ends; a concurrent removal would fail halfway.
      while (isAlive(left.pid)) await sleep(50)
    }
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

function shellIn(t: TestContext, folder: string, env: Record<string, string>): Shell {
  const shell = openShell(folder, {
    PATH: `${join(folder, '.bin')}:${process.env.PATH}`,
    HOME: folder,
    HOST: '127.0.0.1',
    // Skips the set-up before `npm start`, since it has been done in this checkout.
    npm_config_ignore_scripts: 'true',
    npm_config_update_notifier: 'false',
    ...env,
  })
  cleanUp(t, () => shell.close())
  return shell
}
