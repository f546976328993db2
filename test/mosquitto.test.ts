import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { certificate } from './harness/certificate.ts'

const skip = {
  skip: spawnSync('mosquitto_pub', ['--help']).error === undefined ? false : 'mosquitto_pub is not on this machine',
}

test('mosquitto_pub sends a reading', skip, async (t) => {
  const app = await startApp(t, { env: { MQTT_PORT: '0' } })
  const { token } = await app.createDevice()
  for (const qos of ['0', '1', '2']) {
    const message = `{"module":"factory","ts":${1_795_263_600 + Number(qos)},"metrics":{"temperature":22.4}}`
    const { code } = await publish(app, ['-u', token, '-q', qos, '-t', 'v1/devices/me/telemetry', '-m', message])
    assert.equal(code, 0, qos)
  }
  // Nobody waits for the answer to the first.
  while ((await app.rows('select 1 from readings')).length < 3);
  const wrong = await publish(app, ['-u', 'wrong', '-q', '1', '-t', 'tocsin/telemetry', '-m', '{"module":"factory"}'])
  assert.match(wrong.stderr, /Connection Refused: bad user name or password/)
  const newer = await publish(app, ['-V', '5', '-u', token, '-q', '1', '-t', 'tocsin/telemetry', '-m', '{}'])
  assert.notEqual(newer.code, 0)
})

test('with a certificate in the settings the listener speaks TLS, and nothing else', skip, async (t) => {
  const { cert, key, certFile } = certificate(t)
  const app = await startApp(t, { env: { MQTT_PORT: '0', MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key } })
  const { token } = await app.createDevice()
  const message = ['-u', token, '-q', '1', '-t', 'tocsin/telemetry', '-m', '{"module":"factory","ts":1795263600}']
  assert.notEqual((await publish(app, message)).code, 0)
  const { code, stderr } = await publish(app, [...message, '--cafile', certFile])
  assert.equal(code, 0, stderr)
  assert.equal((await app.rows('select 1 from readings')).length, 1)
})

function publish(app: TestApp, args: string[]): Promise<{ code: number | null; stderr: string }> {
  const all = ['-h', '127.0.0.1', '-p', String(app.mqttPort), ...args]
  return new Promise((resolve) => {
    const run = execFile('mosquitto_pub', all, { timeout: 30_000 }, (_error, _stdout, stderr) =>
      resolve({ code: run.exitCode, stderr }),
    )
  })
}
