import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Certificate, certificate } from './certificate.ts'
import { cleanUp, type Scope } from './cleanup.ts'
import { freePort } from './served.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const UP_WITHIN_MS = 30_000

/** A sample configuration of deploy/, with other names, ports and certificate. */
export interface ProxySample {
  name: 'nginx' | 'caddy'
  /** Reason why it cannot be tested here, or false. */
  skip: string | false
  /** Writes the adapted sample into a temporary folder; returns the arguments for running and for checking it. */
  prepare(place: ProxyPlace): { run: string[]; check: string[] }
}

export interface ProxyPlace {
  folder: string
  port: number
  /** Where plain HTTP is redirected to the port. */
  redirectPort: number
  /** Addresses of the nodes, as `127.0.0.1:8080`. */
  nodes: readonly string[]
  certificate: Certificate
}

export interface RunningProxy {
  /** An https address. */
  url: string
  /** The certificate that clients need to trust the proxy. */
  certificate: Certificate
  output(): string
}

/** Checks the sample with the proxy's own check, starts it, and resolves when it listens. */
export async function startProxy(
  t: Scope,
  sample: ProxySample,
  port: number,
  nodes: readonly string[],
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `tocsin-${sample.name}-`))
  chmodSync(folder, 0o711)
  cleanUp(t, () => rmSync(folder, { recursive: true, force: true }))
  const own = certificate(t)
  const hosts = nodes.map((url) => new URL(url).host)
  const { run, check } = sample.prepare({
    folder,
    port,
    redirectPort: await freePort(),
    nodes: hosts,
    certificate: own,
  })
  const env = { PATH: process.env.PATH ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const checked = spawnSync(sample.name, check, { env, encoding: 'utf8' })
  if (checked.status !== 0) throw new Error(`${sample.name} refuses the sample: ${checked.stdout}${checked.stderr}`)

  let output = checked.stdout + checked.stderr
  const child = spawn(sample.name, run, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  cleanUp(t, () => stop(child))
  const deadline = Date.now() + UP_WITHIN_MS
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${sample.name} is not up: ${output}`)
    await sleep(50)
  }
  return { url: `https://localhost:${port}`, certificate: own, output: () => output }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}

/** Replaces values in the sample. Throws for a value that is not in it. */
export function sampleWith(file: string, values: Record<string, string>): string {
  let text = readFileSync(join(DEPLOY, file), 'utf8')
  for (const [written, value] of Object.entries(values)) {
    if (!text.includes(written)) throw new Error(`deploy/${file} does not say ${JSON.stringify(written)}`)
    text = text.replaceAll(written, value)
  }
  return text
}
