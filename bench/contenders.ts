import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

const START_WITHIN_MS = 60_000
/** The service itself gives up after 25 s. */
const STOP_WITHIN_MS = 30_000

export interface Contender {
  name: string
  url: string
  pid: number
  usesDatabase: boolean
  /** What it wrote to its output and its log. */
  output(): string
  stop(): Promise<void>
}

/** The service as `npm start` runs it. */
export function startTocsin(folder: string, settings: NodeJS.ProcessEnv = {}): Promise<Contender> {
  const { scripts } = JSON.parse(readFileSync(pathOf('../package.json'), 'utf8')) as { scripts: { start: string } }
  const args = scripts.start
    .split(' ')
    .slice(1)
    .map((arg) => (arg.startsWith('src/') ? pathOf(`../${arg}`) : arg))
  const env = { HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'warn', ...settings }
  return start({ name: 'tocsin', args, folder, env, usesDatabase: true })
}

export function startBareRoute(folder: string): Promise<Contender> {
  return start({ name: 'bare route', args: [pathOf('bare-route.ts')], folder, env: {}, usesDatabase: false })
}

export const startTransactionRoute = (folder: string, connection: pg.ClientConfig) =>
  startOnDatabase('transaction per request', 'transaction-route.ts', folder, connection)

export const startInsertRoute = (folder: string, connection: pg.ClientConfig) =>
  startOnDatabase('insert per request', 'insert-route.ts', folder, connection)

function startOnDatabase(name: string, file: string, folder: string, connection: pg.ClientConfig): Promise<Contender> {
  const { host, port, user, password, database } = connection
  const env = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: String(password),
    PGDATABASE: database,
  }
  return start({ name, args: [pathOf(file)], folder, env, usesDatabase: true })
}

interface Program {
  name: string
  args: string[]
  folder: string
  env: NodeJS.ProcessEnv
  usesDatabase: boolean
}

/** Starts a program on a free port of loopback and waits until it answers. */
async function start({ name, args, folder, env, usesDatabase }: Program): Promise<Contender> {
  const port = await freePort()
  const log = join(folder, `${name.replaceAll(' ', '-')}.log`)
  const file = openSync(log, 'a')
  const child = spawn(process.execPath, args, {
    // Nothing of the caller's configuration: the service would take it for its own.
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      NODE_ENV: 'production',
      ...env,
      PORT: `${port}`,
    },
    stdio: ['ignore', file, file],
  })
  const output = () => readFileSync(log, 'utf8')
  const stop = () => stopped(child)
  const origin = `http://127.0.0.1:${port}`
  try {
    await untilAnswering(origin, child)
  } catch (error) {
    await stop()
    throw new Error(`${name} did not start: ${String(error)}\n${output()}`)
  }
  return { name, url: `${origin}/api/telemetry/ingest`, pid: child.pid!, usesDatabase, output, stop }
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answered) return
    await sleep(50)
  }
  throw new Error('no answer')
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await ended
  clearTimeout(patience)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
