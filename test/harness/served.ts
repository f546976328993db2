import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostmaster } from '../../src/platform/postgres/postmaster.ts'
import { cleanUp, type Scope } from './cleanup.ts'

const FROM_SOURCE = [process.execPath, join(import.meta.dirname, '../../src/main.ts')]

/** The program, started like `npm start`, with its own data directory. */
export interface Served {
  url: string
  dataDir: string
  env: Record<string, string>
  start(): Promise<void>
  /** Id of the process started last. */
  pid(): number
  /** Output of the process so far. */
  output(): string
  /** SIGKILL to the service and its database server, like a power cut that keeps the page cache. */
  killAll(): Promise<void>
  killService(): Promise<void>
  /** SIGKILL to the database server only; the service restarts it. */
  killDatabase(): void
  stop(): Promise<number | null>
  /** Starts a command beside the service. */
  startCommand(...args: string[]): ChildProcess
  /** Runs a command to its end and returns its output. */
  run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }>
}

export async function servedProgram(
  t: Scope,
  settings: Record<string, string> = {},
  [command, ...first] = FROM_SOURCE,
): Promise<Served> {
  const dataDir = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'tocsin-served-'))
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o711)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    ...settings,
  }
  let child: ChildProcess | null = null
  let output = ''

  async function start(): Promise<void> {
    const started = spawn(command!, [...first, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    child = started
    for (let tries = 0; tries < 2_400; tries += 1) {
      if (started.exitCode !== null) throw new Error(`serve ended with ${started.exitCode}:\n${output}`)
      const ready = await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
      if (ready) return
      await sleep(50)
    }
    throw new Error(`serve did not become ready:\n${output}`)
  }

  async function killService(): Promise<void> {
    child?.kill('SIGKILL')
    if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  function killDatabase(): void {
    process.kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  }

  async function stop(): Promise<number | null> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  }

  const startCommand = (...args: string[]) =>
    spawn(command!, [...first, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })

  async function run(...args: string[]) {
    const ran = startCommand(...args)
    const printed = { stdout: '', stderr: '' }
    ran.stdout.on('data', (chunk) => (printed.stdout += String(chunk)))
    ran.stderr.on('data', (chunk) => (printed.stderr += String(chunk)))
    const [code] = (await once(ran, 'close')) as [number | null]
    return { code, ...printed }
  }

  cleanUp(t, async () => {
    await stop()
    // Left behind by a service that was killed or could not stop it.
    const left = findPostmaster(join(dataDir, 'postgres'))
    if (left !== null) process.kill(left.pid, 'SIGQUIT')
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    url,
    dataDir,
    env,
    start,
    killService,
    stop,
    startCommand,
    run,
    pid: () => child!.pid!,
    output: () => output,
    killDatabase,
    async killAll() {
      killDatabase()
      await killService()
    },
  }
}

/** A port that nothing listens on, below those that systems give to outgoing connections: none of these takes it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_768)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    probe.close()
    if (isFree) return port
  }
}
