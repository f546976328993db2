import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'
import { connected, MQTT } from './harness/mqtt-client.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')
const LOST = '9007199254740993'
const reading = (number: string, ts: number) => `{"module":"factory","ts":${ts},"metrics":{"counter":${number}}}`

async function send(app: TestApp, path: string, body: string, headers: Record<string, string>) {
  const answer = await fetch(`${app.url}/api/telemetry/${path}`, { method: 'POST', body, headers })
  const told = (await answer.json()) as { message?: string; rejected?: { message: string }[] }
  return { ...told, status: answer.status }
}
const counters = async (app: TestApp, id: number): Promise<string[]> =>
  (
    await app.rows<{ counter: string }>(
      `select metrics ->> 'counter' as counter from readings where device_id = ${id} order by at`,
    )
  ).map(({ counter }) => counter)

test('a number that would lose digits is refused at every door, and its neighbours are kept exactly', async (t) => {
  const app = await startApp(t, { env: MQTT })
  const { id, token } = await app.createDevice({ module: 'factory' })
  const json = { 'x-device-token': token, 'content-type': 'application/json' }
  const refused = /counter: is a number beyond 2\^53 \(9007199254740992\) that cannot be kept exactly/

  for (const headers of [json, { ...json, 'content-type': 'application/json; charset=UTF-8' }]) {
    const { status, message } = await send(app, 'ingest', reading(LOST, 1_795_263_600), headers)
    assert.equal(status, 400)
    assert.match(message!, refused)
  }
  for (const [body, type] of [
    [`[${reading('1', 1_795_263_601)},${reading(LOST, 1_795_263_602)}]`, 'application/json'],
    [`${reading('9007199254740992', 1_795_263_603)}\n${reading('12345678901234567890', 1)}`, 'application/x-ndjson'],
  ]) {
    const { status, rejected } = await send(app, 'batch', body!, { ...json, 'content-type': type! })
    assert.equal(status, 200)
    assert.equal(rejected!.length, 1)
    assert.match(rejected![0]!.message, refused)
  }
  const client = await connected(t, app, { username: token, protocolVersion: 5 })
  await client.publishAsync('tocsin/telemetry', reading('1e300', 1_795_263_604), { qos: 1 })
  await assert.rejects(client.publishAsync('tocsin/telemetry', reading(LOST, 1_795_263_605), { qos: 1 }), /invalid/i)
  const ignored = `{"module":"factory","ts":1795263606,"imei":${LOST},"metrics":{"counter":-9007199254740991}}`
  assert.equal((await send(app, 'ingest', ignored, json)).status, 200, 'fields that are ignored may be anything')
  const large = `1${'0'.repeat(300)}`
  assert.deepEqual(await counters(app, id), ['1', '9007199254740992', large, '-9007199254740991'])
})

test('a recording with such a number is refused by its line', async (t) => {
  const app = await startApp(t)
  const { id, token } = await app.createDevice({ module: 'factory' })
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-numbers-'))
  cleanUp(t, () => rmSync(folder, { recursive: true }))
  const replay = (name: string, content: string) => {
    const file = join(folder, name)
    writeFileSync(file, content)
    const args = [MAIN, 'replay', file, '--device', token, '--module', 'factory', '--url', app.url]
    return new Promise<string>((done) => execFile(process.execPath, args, (_, __, told) => done(told)))
  }
  const told = await replay('a.jsonl', `${reading('7', 1_700_000_000)}\n${reading(LOST, 1_700_000_001)}\n`)
  assert.match(told, /line 2: .*counter: is a number beyond 2\^53/)
  assert.match(
    await replay('a.csv', `ts,metrics.counter\n1700000002,${LOST}\n`),
    /line 2: "9007199254740993" is no value/,
  )
  assert.deepEqual(await counters(app, id), ['7'])
})

test('trackers lack a number that would lose digits', async (t) => {
  const app = await startApp(t, { env: { DEVICE_TOKEN_IN_ADDRESS: 'true' } })
  const { id, token } = await app.createDevice({ module: 'vehicle' })
  const query = `id=${token}&lat=1&lon=2&timestamp=1795263600&iccid=89490200001234567890&counter=9007199254740991`
  assert.equal((await send(app, `osmand?${query}`, '', {})).status, 200)
  const coords = `"latitude":1,"longitude":2,"altitude":${LOST}`
  const { status, message } = await send(
    app,
    'osmand',
    `{"location":{"coords":{${coords}}},"device_id":"${token}"}`,
    {},
  )
  assert.equal(status, 400)
  assert.match(message!, /altitude: is a number beyond 2\^53/)
  assert.deepEqual(await counters(app, id), ['9007199254740991'])
})
