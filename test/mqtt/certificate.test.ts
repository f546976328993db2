import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { test } from 'node:test'
import { connect } from 'node:tls'
import { startApp, type TestApp } from '../harness/app.ts'
import { certificate } from '../harness/certificate.ts'
import { MQTT } from '../harness/mqtt-client.ts'

/** The certificate that a new connection is shown. */
const shown = (app: TestApp): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: app.mqttPort!, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()!.toString().trim())
      socket.destroy()
    })
    socket.on('error', reject)
  })

test('a renewed certificate is shown without a restart, once it fits its key; an open connection stays', async (t) => {
  const { certFile, keyFile, cert: first } = certificate(t)
  const app = await startApp(t, { env: { ...MQTT, MQTT_TLS_CERT_FILE: certFile, MQTT_TLS_KEY_FILE: keyFile } })
  const mqtt = app.service.mqtt!
  assert.equal(await shown(app), first.trim())
  const open = connect({ port: app.mqttPort!, host: '127.0.0.1', rejectUnauthorized: false })
  t.after(() => open.destroy())

  const renewed = certificate(t)
  copyFileSync(renewed.certFile, certFile)
  mqtt.renewCertificate()
  assert.equal(await shown(app), first.trim(), 'the key is still that of the first')
  copyFileSync(renewed.keyFile, keyFile)
  mqtt.renewCertificate()
  assert.equal(await shown(app), renewed.cert.trim())
  assert.equal(open.destroyed, false)
})
