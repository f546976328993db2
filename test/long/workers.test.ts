import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUrl } from '../harness/database.ts'
import { answeringProcesses, isRunning, onLinux, workersOf } from '../harness/processes.ts'
import { servedProgram } from '../harness/served.ts'

const scope = { after }
/** One for all tests: each start compiles the program twice. */
const served = await servedProgram(scope, { DATABASE_URL: await databaseUrl(scope), WORKERS: '2' })
let isServing = false

async function untilBothAnswer(): Promise<void> {
  if (!isServing) await served.start()
  isServing = true
  while ((await answeringProcesses(served)).size < 2) await sleep(100)
}

test('two workers share a port, and readings of a device sent to both raise one alert', async () => {
  await untilBothAnswer()
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

test('a worker that dies is replaced, and the others answer meanwhile', onLinux, async () => {
  await untilBothAnswer()
  const [first, second] = workersOf(served)
  const before = await answeringProcesses(served)
  process.kill(first!, 'SIGKILL')
  // Until its death is noticed, it may be handed a connection.
  while (!served.output().includes('starting another')) await sleep(20)
  // The new one may be there already.
  const answering = await answeringProcesses(served)
  assert.equal(answering.intersection(before).size, 1)
  await untilBothAnswer()
  const now = workersOf(served)
  assert.ok(now.includes(second!) && !now.includes(first!))
})

test('workers that cannot listen end the start with the reason', async (t) => {
  await untilBothAnswer()
  const second = await servedProgram(t, {
    DATABASE_URL: await databaseUrl(t),
    WORKERS: '2',
    PORT: new URL(served.url).port,
  })
  const { code, stderr, stdout } = await second.run('serve')
  assert.equal(code, 1)
  assert.match(stderr, /^Port \d+ is in use/)
  assert.equal(stdout, '')
})

test('a stop ends the workers, and so does a kill of the first process', onLinux, async () => {
  for (const end of [served.stop, served.killService]) {
    await untilBothAnswer()
    const workers = workersOf(served)
    assert.equal(workers.length, 2)
    isServing = false
    await end()
    for (const pid of workers) {
      for (let tries = 0; tries < 100 && isRunning(pid); tries += 1) await sleep(100)
      assert.equal(isRunning(pid), false)
    }
  }
})
