import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { cleanUp, type Scope } from '../harness/cleanup.ts'
import { type Served, servedProgram } from '../harness/served.ts'
import { until } from '../harness/served-people.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const SIZE = '400m'
const RESERVE_BYTES = 67_108_864
const MONTH_S = 31 * 86_400

/** A file system of its own, which only root may make. */
function smallDisk(scope: Scope): string | null {
  const folder = temporaryFolder(scope)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=711`, 'tocsin-test', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  cleanUp(scope, () => execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Fills the disk to the last byte. */
function fill(disk: string, name: string): void {
  const file = openSync(join(disk, name), 'w')
  let piece = Buffer.alloc(1_048_576, 'x')
  while (piece.length > 0) {
    try {
      writeSync(file, piece)
    } catch {
      piece = piece.subarray(0, Math.floor(piece.length / 2))
    }
  }
  closeSync(file)
}

const readiness = async ({ url }: Served): Promise<string> =>
  fetch(`${url}/readyz`).then(
    async (answer) => (answer.ok ? 'ready' : ((await answer.json()) as { message: string }).message),
    () => 'no answer',
  )

const untilItIs = (served: Served, wanted: string) =>
  until(wanted, async () => ((await readiness(served)) === wanted ? true : undefined))

/** A service with a device, whose data lie on this disk. */
async function serviceOn(disk: string, t: TestContext) {
  const served = await servedProgram(t, { DATA_DIR: join(disk, 'data'), WORKERS: '1' })
  const reserve = () => statSync(join(served.dataDir, 'postgres/reserve'), { throwIfNoEntry: false })?.size ?? null
  await served.start()
  const added = await served.run('device', 'add', 'Boiler', '--module', 'factory', '--json')
  return { served, reserve, token: JSON.parse(added.stdout).token as string }
}

test('a full disk: the reserve is given back, a start works, prune makes room, and then all is as before', async (t) => {
  const disk = smallDisk(t)
  if (disk === null) return t.skip('needs root, to mount a small file system')
  const { served, reserve, token } = await serviceOn(disk, t)
  const send = async (readings: object[]) => {
    const headers = { 'content-type': 'application/json', 'x-device-token': token }
    const answer = await fetch(`${served.url}/api/telemetry/batch`, {
      method: 'POST',
      headers,
      body: JSON.stringify(readings),
    })
    return answer.status
  }
  const now = Math.floor(Date.now() / 1_000)
  const old = Array.from({ length: 5 }, (_, months) => ({
    module: 'factory',
    ts: now - months * MONTH_S,
    metrics: { gas_ppm: 3 },
  }))
  assert.equal(await send(old), 200)
  await until('a reserve', () => (reserve() === RESERVE_BYTES ? true : undefined))
  assert.equal(await served.stop(), 0)

  fill(disk, 'filler')
  const looked = await served.run('doctor')
  assert.equal(looked.code, 1)
  assert.match(looked.stdout, /PostgreSQL did not start: the disk of .* is full\. Run `npx tocsin prune --dry-run`/)
  assert.equal(reserve(), RESERVE_BYTES, 'the doctor changes nothing')

  const service = served.startCommand('serve')
  cleanUp(t, () => void service.kill('SIGTERM'))
  let log = ''
  for (const stream of [service.stdout!, service.stderr!]) stream.on('data', (chunk) => (log += String(chunk)))
  await untilItIs(served, 'Not ready: storage')
  assert.equal(reserve(), 0)
  assert.equal((await fetch(`${served.url}/login`)).status, 200)
  assert.equal(await send(old.map((reading) => ({ ...reading, metrics: { gas_ppm: 4 } }))), 503)
  await until('a line in the log', () =>
    /is full: readings are refused until 201 MB are free/.test(log) ? true : undefined,
  )

  const pruned = await served.run('prune', '--retention-days', '31')
  assert.equal(pruned.code, 0, pruned.stderr)
  assert.match(pruned.stdout, /^Deleted:\n {2}readings of /)
  const again = await served.run('prune', '--retention-days', '31', '--dry-run')
  assert.doesNotMatch(again.stdout, /readings of/)

  rmSync(join(disk, 'filler'))
  await untilItIs(served, 'ready')
  await until('a whole reserve', () => (reserve() === RESERVE_BYTES ? true : undefined))
  assert.equal(await send([{ module: 'factory', ts: now + 1, metrics: { gas_ppm: 5 } }]), 200)
})

test('a full disk while the service runs: readings are refused, nothing else, until there is room', async (t) => {
  const disk = smallDisk(t)
  if (disk === null) return t.skip('needs root, to mount a small file system')
  const { served, reserve, token } = await serviceOn(disk, t)
  let sent = 0
  const send = async () => {
    const readings = Array.from({ length: 1_000 }, (_, place) => ({
      module: 'factory',
      ts: 1_790_000_000 + sent * 1_000 + place,
      metrics: { gas_ppm: place, filler: Math.random() },
    }))
    sent += 1
    const headers = { 'content-type': 'application/json', 'x-device-token': token }
    return (
      await fetch(`${served.url}/api/telemetry/batch`, { method: 'POST', headers, body: JSON.stringify(readings) })
    ).status
  }
  await until('a reserve', () => (reserve() === RESERVE_BYTES ? true : undefined))
  fill(disk, 'filler')
  await until('a refusal', async () => ((await send()) === 503 ? true : undefined))
  await until('the reserve to be given back', () => (reserve() === 0 ? true : undefined))
  await untilItIs(served, 'Not ready: storage')
  assert.equal((await served.run('user', 'add', 'eva@example.org', '--role', 'admin')).code, 0)
  assert.equal(await send(), 503)
  rmSync(join(disk, 'filler'))
  await untilItIs(served, 'ready')
  assert.equal(await send(), 200)
})
