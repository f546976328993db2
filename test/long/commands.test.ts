import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { databaseUrl } from '../harness/database.ts'
import { servedProgram } from '../harness/served.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const EXAMPLES = join(import.meta.dirname, '../../examples')

/** One for all tests that look at their own devices only: a start costs as much as six commands. */
const scope = { after }
const served = await servedProgram(scope, { DATABASE_URL: await databaseUrl(scope) })
let read: Read
before(async () => {
  await served.start()
  read = await reader()
})

test('the start message has the URL, the way to the first administrator, and a working curl command', async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t) })
  await served.start()
  const welcome = served.output()
  assert.match(welcome, /Tocsin is running at http:\/\/localhost:\d+/)
  assert.match(welcome, /npx tocsin user add you@example\.org --role admin/)
  assert.match(welcome, /http:\/\/localhost:\d+\/alerts/)

  const user = await served.run('user', 'add', 'you@example.org', '--role', 'admin')
  const password = /Password: (\S+)/.exec(user.stdout)![1]
  const login = await fetch(`${served.url}/api/mobile/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'you@example.org', password }),
  })
  assert.equal(login.status, 200)

  const device = await served.run('device', 'add', 'Bedside monitor', '--module', 'health')
  const token = /Token: ([0-9a-f]{64})/.exec(device.stdout)![1]!
  const body = /-d '(\{.*\})'/.exec(welcome)![1]!
  const answer = await fetch(`${served.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body,
  })
  assert.equal(answer.status, 200)
  const { stdout } = await served.run('device', 'list', '--json')
  const [listed] = JSON.parse(stdout) as { name: string; status: string; open_alerts: { critical: number } }[]
  assert.deepEqual([listed!.name, listed!.status, listed!.open_alerts.critical], ['Bedside monitor', 'online', 1])
})

test('a start with another encryption key names the webhooks whose deliveries wait', async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t), ENCRYPTION_KEY: 'a'.repeat(64) })
  await served.run('webhook', 'add', 'http://127.0.0.1:9/hook')
  await served.start()
  assert.doesNotMatch(served.output(), /ENCRYPTION_KEY/)
  await served.stop()
  served.env.ENCRYPTION_KEY = 'b'.repeat(64)
  await served.start()
  assert.match(served.output(), /"webhooks":\[1\],.*ENCRYPTION_KEY/)
})

test('a recording is replayed completely, and a second replay stores nothing new', async () => {
  const csv = join(EXAMPLES, 'office-temperature.csv')
  const office = await addDevice('Office', 'factory')
  const bicycle = await addDevice('Bicycle', 'vehicle')
  const temperature = ['--module', 'factory', '--metric', 'temperature', '--unit', 'F']
  for (const time of ['first', 'second']) {
    const temperatures = await served.run('replay', csv, '--device', office.token, ...temperature, '--json')
    assert.deepEqual([temperatures.code, JSON.parse(temperatures.stdout).accepted], [0, 7_267], time)
    const gpx = join(EXAMPLES, 'cerknica-track.gpx')
    const track = await served.run('replay', gpx, '--device', bicycle.token, '--json')
    assert.deepEqual([track.code, JSON.parse(track.stdout).accepted], [0, 296], time)
  }
  const count = async (path: string) => {
    let rows = 0
    for (let cursor = ''; ; ) {
      const page = await read(`${path}?limit=500${cursor}`)
      rows += page.data.length
      if (page.next_cursor === null) return rows
      cursor = `&cursor=${page.next_cursor}`
    }
  }
  assert.equal(await count(`/api/mobile/devices/${office.id}/readings`), 7_267)
  assert.equal(await count(`/api/mobile/devices/${office.id}/events`), 7_267)
  assert.equal(await count(`/api/mobile/devices/${bicycle.id}/track`), 296)
  const [newest] = (await read(`/api/mobile/devices/${bicycle.id}/track?limit=1`)).data
  assert.equal(newest!.at, '2010-08-05T16:23:49.000Z')
  // The office stayed between 14 and 30 °C, within the limits of 7 and 35; nobody cycled at 130 km/h.
  for (const { id } of [office, bicycle]) assert.deepEqual(await alertsOf(id), [])
})

test('a recording that crosses the limits raises its alerts at the times it crossed them', async () => {
  const { id, token } = await addDevice('Hall', 'factory')
  const hours = [72, 90, 96, 100, 97, 80, 75, 136, 72, 43, 39, 50, 60]
  const rows = hours.map((value, hour) => `2024-07-01 ${String(hour).padStart(2, '0')}:00:00,${value}`)
  const file = join(served.dataDir, 'hall.csv')
  writeFileSync(file, `timestamp,value\n${rows.join('\n')}\n`)
  await served.run('replay', file, '--device', token, '--module', 'factory', '--metric', 'temperature', '--unit', 'F')

  assert.deepEqual(
    (await alertsOf(id))
      .toReversed()
      .map(({ rule_key, severity, triggered_at, resolved_at }) => [rule_key, severity, triggered_at, resolved_at]),
    [
      // A condition that has to hold for 15 minutes is known at the next reading of a recording.
      ['factory.temperature.high', 'info', '2024-07-01T03:00:00.000Z', '2024-07-01T05:01:00.000Z'],
      ['factory.temperature.high', 'critical', '2024-07-01T07:00:00.000Z', '2024-07-01T08:01:00.000Z'],
      ['factory.temperature.low', 'critical', '2024-07-01T10:00:00.000Z', '2024-07-01T11:01:00.000Z'],
    ],
  )
})

test('a device gets a new token on the command line, and the old one stays valid for the overlap', async () => {
  const tokenFrom = async (...args: string[]): Promise<string> =>
    JSON.parse((await served.run(...args, '--json')).stdout).token
  const send = async (token: string) => {
    const headers = { 'content-type': 'application/json', 'x-device-token': token }
    const init = { method: 'POST', headers, body: '{"module":"health"}' }
    return (await fetch(`${served.url}/api/telemetry/ingest`, init)).status
  }
  const first = await addDevice('Bedside monitor', 'health')
  const second = await tokenFrom('device', 'rotate-token', String(first.id), '--overlap', '60')
  assert.deepEqual([await send(first.token), await send(second)], [200, 200])
  const third = await tokenFrom('device', 'rotate-token', String(first.id))
  assert.deepEqual([await send(second), await send(third)], [401, 200])
})

test('a simulated scenario raises its alert and no other', async () => {
  const known = new Set((await alertsOf()).map(({ alert_id }) => alert_id))
  const run = await served.run('simulate', '--scenario', 'fall', '--duration', '120', '--speed', '20', '--json')
  assert.equal(run.code, 0, run.stderr)
  const raised = (await alertsOf()).filter(({ alert_id }) => !known.has(alert_id))
  assert.deepEqual([...new Set(raised.map(({ rule_key }) => rule_key.split('.')[1]))], ['fall'])
})

test('mistakes on the command line are explained, with a failing exit code', async (t) => {
  const strict = { WEBHOOK_ALLOW_HTTP: 'false', WEBHOOK_ALLOWED_CIDRS: '' }
  const served = await servedProgram(t, { ...strict, DATABASE_URL: await databaseUrl(t) })
  const wrong: [string[], RegExp][] = [
    [['device', 'add', 'x', '--module', 'drone'], /Allowed choices are health, vehicle/],
    [['device', 'add', 'x'], /required option '--module/],
    [['user', 'add', 'not an address'], /email/],
    [['webhook', 'add', 'http://example.org/'], /must start with https/],
    [['webhook', 'add', 'https://127.0.0.1/'], /private or reserved/],
    [['replay', 'nowhere.csv', '--device', 'x', '--module', 'factory', '--metric', 'temperature'], /nowhere\.csv/],
    [['nonsense'], /unknown command 'nonsense'/],
    [['nonsense', '--help'], /unknown command 'nonsense'/],
    [['device', 'nonsense'], /unknown command 'nonsense'/],
    [['device', 'nonsense', '--help'], /unknown command 'nonsense'/],
    [['device', 'help', 'nonsense'], /Usage: tocsin device/],
    [['device', 'rotate-token', 'first'], /The id must be a number/],
    [['device', 'rotate-token', '1'], /Device/],
    [['device', 'rotate-token', '1', '--overlap', '604801'], /from 0 to 604800/],
  ]
  for (const [args, message] of wrong) {
    const { code, stderr } = await served.run(...args)
    assert.equal(code, 1, args.join(' '))
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /\n\s+at /, 'no stack trace')
  }
})

async function addDevice(name: string, module: string): Promise<{ id: number; token: string }> {
  const { stdout } = await served.run('device', 'add', name, '--module', module, '--json')
  return JSON.parse(stdout)
}

interface ListedAlert extends Record<string, unknown> {
  alert_id: number
  rule_key: string
}

/** Alerts of a device, or of all. The newest first. */
const alertsOf = async (device?: number): Promise<ListedAlert[]> =>
  (await read(`/api/mobile/alerts?limit=500${device === undefined ? '' : `&device_id=${device}`}`))
    .data as ListedAlert[]

type Read = (path: string) => Promise<{ data: Record<string, unknown>[]; next_cursor: string | null }>

async function reader(): Promise<Read> {
  const user = JSON.parse((await served.run('user', 'add', 'reader@example.org', '--json')).stdout)
  const login = await fetch(`${served.url}/api/mobile/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: user.password }),
  })
  const { token } = ((await login.json()) as { data: { token: string } }).data
  return async (path) => {
    const answer = await fetch(`${served.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()) as Awaited<ReturnType<Read>>
  }
}

test('a refused value is named as on the command line, an unwritable file is a sentence, and a written one is told of', async (t) => {
  const refused = await served.run('webhook', 'add', 'ftp://example.org/hook')
  assert.deepEqual([refused.code, refused.stderr.split(':')[0]], [1, 'url'])
  const unwritable = await served.run('config', 'export', '/nowhere/tocsin.yaml')
  assert.equal(unwritable.code, 1)
  assert.match(unwritable.stderr, /^ENOENT: [^\n]+\n$/)
  const file = join(temporaryFolder(t), 'out.yaml')
  assert.equal((await served.run('config', 'export', file)).stdout, `Wrote the configuration to ${file}.\n`)
  assert.equal((await served.run('rules', 'export', file)).stdout, `Wrote 0 rules to ${file}.\n`)
})
