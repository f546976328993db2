import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killFamily } from './kill-family.ts'

const START_WITHIN_MS = 60_000
/** The service's own limit is 25 s. */
const STOP_WITHIN_MS = 30_000

export interface Program {
  name: string
  command: string
  /** Gets a free port on loopback to listen on. */
  args: (port: number) => string[]
  env?: (port: number) => NodeJS.ProcessEnv
  folder: string
  /** One of its own choice instead of any free port. */
  port?: number
  /** Check that the program is ready; by default, that it answers over HTTP. */
  isAnswering?: (origin: string) => Promise<boolean>
}

export interface Running {
  name: string
  origin: string
  pid: number
  /** Standard output and error of the program. */
  output(): string
  stop(): Promise<void>
  /** Ends it and its children with SIGKILL. */
  kill(): void
}

/** Starts a program and waits until it answers. If it does not, throws with its output. */
export async function startProgram({ isAnswering = answersHttp, ...program }: Program): Promise<Running> {
  const { name, command, args, env = () => ({}), folder } = program
  const port = program.port ?? (await freePort())
  const log = join(folder, `${name.replaceAll(' ', '-')}.log`)
  const file = openSync(log, 'a')
  const child = spawn(command, args(port), {
    // Without the caller's variables, which the service would use as its configuration.
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      NODE_ENV: 'production',
      ...env(port),
    },
    stdio: ['ignore', file, file],
  })
  const output = () => readFileSync(log, 'utf8')
  const stop = () => stopped(child)
  const kill = () => {
    if (!hasEnded(child)) killFamily(child.pid!)
  }
  const origin = `http://127.0.0.1:${port}`
  try {
    await untilTrue(() => isAnswering(origin), child)
  } catch (error) {
    await stop()
    throw new Error(`${name} did not start: ${String(error)}\n${output()}`)
  }
  return { name, origin, pid: child.pid!, output, stop, kill }
}

const answersHttp = (origin: string): Promise<boolean> =>
  fetch(origin).then(
    () => true,
    () => false,
  )

async function untilTrue(isAnswering: () => Promise<boolean>, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS
  while (!hasEnded(child) && Date.now() < deadline) {
    if (await isAnswering()) return
    await sleep(20)
  }
  throw new Error('no answer')
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

async function stopped(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await ended
  clearTimeout(patience)
}

/** Any port that nobody listens on; or the given one, if that is so. */
export async function freePort(wanted = 0): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
