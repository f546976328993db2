import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Served, servedProgram } from './harness/served.ts'

/** Each process has a prefix of its own in the ids of its requests. */
async function answeringProcesses({ url }: Served, requests = 12): Promise<Set<string>> {
  const answers = await Promise.all(
    Array.from({ length: requests }, () => fetch(`${url}/healthz`, { headers: { connection: 'close' } })),
  )
  return new Set(answers.map(({ headers }) => headers.get('x-request-id')!.split('-')[0]!))
}

async function untilBothAnswer(served: Served): Promise<void> {
  while ((await answeringProcesses(served)).size < 2) await sleep(100)
}

/** The processes that this one started. */
function childrenOf(pid: number): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return parent === pid ? [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }] : []
      } catch {
        // It ended while we looked.
        return []
      }
    })
}

const workersOf = (served: Served) => childrenOf(served.pid()).filter(({ command }) => command.includes('serve-worker'))

const onLinux = { skip: process.platform !== 'linux' && 'reads /proc' }

test('two workers share the port and the work; a device sent to both has one open alert', async (t) => {
  const served = await servedProgram(t, { WORKERS: '2' })
  await served.start()
  await untilBothAnswer(served)
  const added = await served.run('device', 'add', 'Bedside monitor', '--module', 'health', '--json')
  const { token } = JSON.parse(added.stdout) as { token: string }
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, place) =>
      fetch(`${served.url}/api/telemetry/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-token': token, connection: 'close' },
        body: JSON.stringify({ module: 'health', ts: 1_770_000_000 + place, metrics: { systolic: 185 } }),
      }),
    ),
  )
  assert.ok(answers.every(({ status }) => status === 200))
  const { stdout } = await served.run('device', 'list', '--json')
  const [device] = JSON.parse(stdout) as { open_alerts: { critical: number } }[]
  assert.equal(device!.open_alerts.critical, 1)
})

test('a worker that dies is replaced, and the others answer meanwhile', onLinux, async (t) => {
  const served = await servedProgram(t, { WORKERS: '2' })
  await served.start()
  await untilBothAnswer(served)
  const [first, second] = workersOf(served)
  process.kill(first!.pid, 'SIGKILL')
  await sleep(100)
  assert.equal((await answeringProcesses(served)).size, 1)
  await untilBothAnswer(served)
  const now = workersOf(served).map(({ pid }) => pid)
  assert.ok(now.includes(second!.pid) && !now.includes(first!.pid))
  assert.match(served.output(), /starting another/)
})

test('a stop ends the workers too, and a kill of the first process leaves none of them', onLinux, async (t) => {
  const served = await servedProgram(t, { WORKERS: '2' })
  for (const end of [() => served.stop(), () => served.killService()]) {
    await served.start()
    await untilBothAnswer(served)
    const workers = workersOf(served)
    assert.equal(workers.length, 2)
    await end()
    for (const { pid } of workers) {
      for (let tries = 0; tries < 100 && isRunning(pid); tries += 1) await sleep(100)
      assert.equal(isRunning(pid), false)
    }
  }
})

test('workers that cannot listen end the start with the reason', async (t) => {
  const served = await servedProgram(t, { WORKERS: '2' })
  await served.start()
  const second = await servedProgram(t, { WORKERS: '2', PORT: new URL(served.url).port })
  const { code, stderr, stdout } = await second.run('serve')
  assert.equal(code, 1)
  assert.match(stderr + stdout, /EADDRINUSE/)
})

function isRunning(pid: number): boolean {
  try {
    // A process that has ended but was not waited for yet is none.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
