import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect as openSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { startApp, type TestApp } from '../harness/app.ts'
import { certificate } from '../harness/certificate.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { MQTT } from '../harness/mqtt-client.ts'
import { needs } from '../harness/programs.ts'
import { freePort } from '../harness/served.ts'

const VERSIONS = ['mqttv31', 'mqttv311', 'mqttv5']

test('mosquitto_pub sends a reading', needs('mosquitto_pub'), async (t) => {
  const app = await startApp(t, { env: MQTT })
  const { token } = await app.createDevice()
  let second = 1_795_263_600
  for (const version of VERSIONS) {
    for (const qos of ['0', '1', '2']) {
      second += 1
      const message = `{"module":"factory","ts":${second},"metrics":{"temperature":22.4}}`
      const args = ['-V', version, '-u', token, '-q', qos, '-t', 'v1/devices/me/telemetry', '-m', message]
      assert.equal((await publish(app, args)).code, 0, `${version} ${qos}`)
    }
    const wrong = ['-V', version, '-u', 'wrong', '-q', '1', '-t', 'tocsin/telemetry', '-m', '{"module":"factory"}']
    assert.match((await publish(app, wrong)).stderr, /bad user name or password|Bad username or password/i)
  }
  // QoS 0 has no answers to wait for.
  await stored(app, 9)
  const refused = await publish(app, ['-V', 'mqttv5', '-u', token, '-q', '1', '-t', 'tocsin/telemetry', '-m', '{}'])
  assert.match(refused.stderr, /Payload format invalid/)
})

test(
  'with a certificate in the settings the listener speaks TLS, and nothing else',
  needs('mosquitto_pub'),
  async (t) => {
    const { cert, key, certFile } = certificate(t)
    const app = await startApp(t, { env: { ...MQTT, MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key } })
    const { token } = await app.createDevice()
    for (const version of VERSIONS) {
      const message = `{"module":"factory","ts":${1_795_263_600 + VERSIONS.indexOf(version)}}`
      const args = ['-V', version, '-u', token, '-q', '1', '-t', 'tocsin/telemetry', '-m', message]
      assert.notEqual((await publish(app, args)).code, 0)
      const { code, stderr } = await publish(app, [...args, '--cafile', certFile])
      assert.equal(code, 0, stderr)
    }
    await stored(app, 3)
  },
)

test(
  'the bridge of docs/mqtt.md forwards readings, and what comes in an outage behind it',
  needs('mosquitto'),
  async (t) => {
    const app = await startApp(t, { env: MQTT })
    const bridged = ['mqttv311', 'mqttv50'].map(async (version) => {
      const { id, token } = await app.createDevice()
      const port = await startMosquitto(t, bridge(app, token, version))
      const device = await mqtt.connectAsync({ port, host: '127.0.0.1' })
      cleanUp(t, () => device.endAsync(true))
      const send = (second: number) =>
        device.publishAsync('boiler-room/telemetry', `{"module":"factory","ts":${1_795_263_600 + second}}`, { qos: 1 })
      // The bridge may not be connected yet.
      while ((await readings(app, id)) === 0) await send(0).then(() => sleep(100))
      return { id, send }
    })
    const devices = await Promise.all(bridged)
    await app.rows('alter table reading_rows rename to elsewhere')
    for (const { send } of devices) for (const second of [1, 2, 3]) await send(second)
    await app.rows('alter table elsewhere rename to reading_rows')
    for (const { id } of devices) while ((await readings(app, id)) < 4) await sleep(100)
  },
)

const readings = async (app: TestApp, id: number) =>
  (await app.rows('select 1 from readings where device_id = $1', [id])).length

/** The documented configuration, for this device and version, with a retry within a second after an outage. */
function bridge(app: TestApp, token: string, version: string): string {
  const page = readFileSync(new URL('../../docs/mqtt.md', import.meta.url), 'utf8')
  const written = /^connection [^`]+/m.exec(page)![0]
  const filled = written
    .replace('tocsin.example:1883', `127.0.0.1:${app.mqttPort}`)
    .replace('THE_TOKEN', token)
    .replace('mqttv50', version)
  return `${filled}restart_timeout 1\n`
}

/** Resolves with the port. */
async function startMosquitto(t: TestContext, settings: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-mosquitto-'))
  cleanUp(t, () => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const file = join(folder, 'mosquitto.conf')
  writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n${settings}`)
  const broker = spawn('mosquitto', ['-c', file], { stdio: 'ignore' })
  cleanUp(t, async () => {
    broker.kill()
    if (broker.exitCode === null) await once(broker, 'exit')
  })
  while (broker.exitCode === null) {
    const socket = openSocket(port, '127.0.0.1')
    const isUp = await once(socket, 'connect').then(
      () => true,
      () => sleep(50, false),
    )
    socket.destroy()
    if (isUp) return port
  }
  throw new Error('mosquitto did not start')
}

async function stored(app: TestApp, count: number): Promise<void> {
  while ((await app.rows('select 1 from readings')).length < count) await sleep(20)
}

function publish(app: TestApp, args: string[]): Promise<{ code: number | null; stderr: string }> {
  const all = ['-h', '127.0.0.1', '-p', String(app.mqttPort), ...args]
  return new Promise((resolve) => {
    const run = execFile('mosquitto_pub', all, { timeout: 30_000 }, (_error, _stdout, stderr) =>
      resolve({ code: run.exitCode, stderr }),
    )
  })
}
