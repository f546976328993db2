import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type TestContext, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { databaseUrl } from '../harness/database.ts'
import { startReceiver } from '../harness/receiver.ts'
import { type Served, servedProgram } from '../harness/served.ts'

const PASSWORD = 'a quiet harbour at dawn'
const EMAIL = 'ana@example.org'

interface Incident {
  incident_id: number
}

interface Reading {
  device: number
  ts: number
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'tocsin-backup-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function ran(served: Served, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await served.run(...args)
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`)
  return stdout
}

const addDevice = async (served: Served, name: string) =>
  JSON.parse(await ran(served, 'device', 'add', name, '--module', 'health', '--json')) as { id: number; token: string }

const send = (served: Served, token: string, reading: object) =>
  fetch(`${served.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: JSON.stringify({ module: 'health', ...reading }),
  })

/** Logs in, and returns a function that reads a list with all its pages. */
async function logIn(served: Served): Promise<<Item>(path: string) => Promise<Item[]>> {
  const login = await fetch(`${served.url}/api/mobile/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  const { data } = (await login.json()) as { data: { token: string } }
  return async <Item>(path: string) => {
    const items: Item[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const answer: Response = await fetch(`${served.url}${path}?limit=500${page}`, {
        headers: { authorization: `Bearer ${data.token}` },
      })
      assert.equal(answer.status, 200, path)
      const { data: more, next_cursor } = (await answer.json()) as { data: Item[]; next_cursor: string | null }
      items.push(...more)
      cursor = next_cursor
    }
    return items
  }
}

const keyOf = async (served: Served) => (await fetch(`${served.url}/push/key`)).text()

/** Sends until stopped, and returns the readings that were answered 200. */
function load(served: Served, devices: { id: number; token: string }[]) {
  const acknowledged: Reading[] = []
  let isOver = false
  const senders = devices.map(async ({ id, token }) => {
    for (let ts = 1_750_000_000; !isOver; ts += 1) {
      // One in forty breaches a limit, and the next one clears it.
      const answer = await send(served, token, { ts, metrics: { systolic: ts % 40 === 0 ? 190 : 120 } })
      if (answer.status === 200) acknowledged.push({ device: id, ts })
      await answer.arrayBuffer()
    }
  })
  const end = async () => {
    isOver = true
    await Promise.all(senders)
  }
  return { acknowledged, end }
}

test('a backup made under load, restored into an empty folder, has every acknowledged reading', async (t) => {
  const path = join(folder(t), 'tocsin.backup')
  const receiver = await startReceiver(t)
  const admin = { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD }
  const before = await servedProgram(t, { ...admin, DATABASE_URL: await databaseUrl(t) })
  await before.start()
  const { id, secret } = JSON.parse(await ran(before, 'webhook', 'add', receiver.url, '--header', 'x-site=7', '--json'))
  const devices = await Promise.all(['Bed 1', 'Bed 2', 'Bed 3', 'Bed 4'].map((name) => addDevice(before, name)))
  await send(before, devices[0]!.token, { ts: 1_600_000_000, metrics: { systolic: 120 } })
  const pushKey = await keyOf(before)
  const traffic = load(before, devices)
  while (traffic.acknowledged.length < 400) await new Promise((resolve) => setTimeout(resolve, 50))
  const promised = [...traffic.acknowledged]
  const incidentsBefore = await (await logIn(before))<Incident>('/api/mobile/incidents')
  const made = JSON.parse(await ran(before, 'backup', path, '--json'))
  await traffic.end()
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.equal(made.tables.devices, 4)
  await before.stop()

  const after = await servedProgram(t)
  const restored = JSON.parse(await ran(after, 'restore', path, '--json'))
  assert.deepEqual(restored.tables, made.tables)
  assert.equal(statSync(join(after.dataDir, 'encryption-key')).mode & 0o777, 0o600)
  await after.start()
  const list = await logIn(after)
  for (const device of devices) {
    const stored = new Set(
      (await list<{ ts: number }>(`/api/mobile/devices/${device.id}/readings`)).map(({ ts }) => ts),
    )
    const missing = promised.filter((reading) => reading.device === device.id && !stored.has(reading.ts))
    assert.deepEqual(missing, [])
  }
  const known = new Set((await list<Incident>('/api/mobile/incidents')).map(({ incident_id }) => incident_id))
  assert.ok(incidentsBefore.length > 0)
  assert.ok(incidentsBefore.every(({ incident_id }) => known.has(incident_id)))
  const audit = await list<{ action: string }>('/api/admin/audit')
  assert.ok(audit.some(({ action }) => action === 'backup.restored'))

  // Browsers that have subscribed know this key.
  assert.equal(await keyOf(after), pushKey)

  // The service continues where it was: ids follow those in use, tokens and secrets work.
  receiver.requests.length = 0
  const fresh = await addDevice(after, 'Bed 5')
  assert.ok(devices.every((device) => device.id < fresh.id))
  assert.equal((await send(after, devices[1]!.token, { metrics: { spo2: 70 } })).status, 200)
  assert.equal((await send(after, fresh.token, { metrics: { spo2: 70 } })).status, 200)
  const isTold = () => receiver.requests.filter(({ data }) => data.device_id === fresh.id).length >= 2
  while (!isTold()) await new Promise((resolve) => setTimeout(resolve, 50))
  for (const { body, headers } of receiver.requests) {
    assert.equal(headers['x-site'], '7', `webhook ${id}`)
    new Webhook(secret).verify(body, headers as Record<string, string>)
  }
})

test('a restore refuses a database in use, a non-empty one, and a truncated file', async (t) => {
  const path = join(folder(t), 'tocsin.backup')
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t) })
  await served.start()
  const { token } = await addDevice(served, 'Bed 1')
  await send(served, token, { ts: 1_750_000_000 })
  await ran(served, 'backup', path)
  const refused = async (file: string, ...flags: string[]) => {
    const { code, stderr } = await served.run('restore', file, ...flags)
    assert.equal(code, 1)
    assert.doesNotMatch(stderr, /\n\s+at /, 'a trace')
    return stderr
  }
  assert.match(await refused(path, '--force'), /stop it first/)
  await served.stop()
  assert.match(await refused(path), /not empty/)
  assert.match((await served.run('backup', path)).stderr, /already/)

  const short = `${path}.short`
  writeFileSync(short, readFileSync(path))
  truncateSync(short, statSync(path).size - 30)
  assert.match(await refused(short, '--force'), /truncated|cannot be read/)
  const damaged = `${path}.damaged`
  writeFileSync(damaged, gzipSync(gunzipSync(readFileSync(path)).toString('latin1').replace('Bed 1', 'Bed 2'), {}))
  assert.match(await refused(damaged, '--check'), /damaged/)
  const other = `${path}.other`
  writeFileSync(other, gzipSync('{"devices":[]}\n'))
  assert.match(await refused(other, '--force'), /not a Tocsin backup/)
  assert.match(await refused('/nowhere', '--check'), /cannot be read/)
  // After all refused restores, the previous data is still there.
  assert.equal(JSON.parse(await ran(served, 'device', 'list', '--json')).length, 1)

  await ran(served, 'device', 'add', 'Bed 2', '--module', 'health')
  await ran(served, 'restore', path, '--force')
  const devices: { name: string }[] = JSON.parse(await ran(served, 'device', 'list', '--json'))
  assert.deepEqual(
    devices.map(({ name }) => name),
    ['Bed 1'],
  )
})

test('a backup to standard output is the same as one to a file; a reader that ends early is a failure', async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t) })
  await addDevice(served, 'Bedside monitor')
  const streamed = join(folder(t), 'streamed.backup')
  const command = served.startCommand('backup', '-')
  let told = ''
  command.stderr!.on('data', (chunk) => (told += String(chunk)))
  await pipeline(command.stdout!, createWriteStream(streamed))
  if (command.exitCode === null) await once(command, 'exit')
  assert.equal(command.exitCode, 0, told)
  assert.match(told, /^Wrote 0 readings, 1 device, .* Keep it secret: it contains all keys\.\n$/)
  assert.match(await ran(served, 'restore', '--check', streamed), /^The backup is complete: 0 readings, 1 device,/)

  const early = served.startCommand('backup', '-')
  early.stdout!.destroy()
  if (early.exitCode === null) await once(early, 'exit')
  assert.notEqual(early.exitCode, 0)
})
