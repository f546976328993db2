import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readEnvironment } from './environment.ts'

test('every setting has a default', () => {
  const environment = readEnvironment({})
  assert.deepEqual(
    [environment.host, environment.port, environment.publicUrl],
    ['0.0.0.0', 8080, 'http://localhost:8080'],
  )
  assert.deepEqual([environment.offlineAfterS, environment.webhookRetryDelaysS], [600, [5, 25]])
  assert.deepEqual(environment.incidents, { minSeverity: 'warning', grouping: 'device' })
  assert.deepEqual(environment.addressPolicy, { allowHttp: false, allowedNetworks: [] })
})

test('every mistake is named at once', () => {
  const wrong = {
    PORT: '70000',
    WORKERS: '0',
    TRUST_PROXY: 'true',
    PUBLIC_URL: 'ftp://example.org',
    DATABASE_URL: 'mysql://localhost/tocsin',
    DEVICE_TOKEN_IN_ADDRESS: 'sometimes',
    POSTGRES_PORT: '0',
    MQTT_PORT: 'on',
    MQTT_TLS_CERT: '/etc/cert.pem',
    MQTT_TLS_KEY: '/etc/key.pem',
    LOG_LEVEL: 'loud',
    OFFLINE_AFTER_S: '0',
    RETENTION_DAYS: 'a month',
    INCIDENT_MIN_SEVERITY: 'major',
    INCIDENT_GROUPING: 'none',
    WEBHOOK_RETRY_DELAYS_S: 'soon',
    WEBHOOK_ALLOW_HTTP: 'yes',
    WEBHOOK_ALLOWED_CIDRS: '10',
    ENCRYPTION_KEY: 'short',
    ADMIN_EMAIL: 'ana@example.org',
  }
  assert.throws(
    () => readEnvironment(wrong),
    (error: Error) => Object.keys(wrong).every((name) => error.message.includes(name)),
  )
})

test('a setting can come from the file that NAME_FILE names', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tocsin-environment-')), 'password')
  writeFileSync(file, 'a quiet harbour at dawn\n')
  const environment = readEnvironment({ ADMIN_EMAIL: 'ana@example.org', ADMIN_PASSWORD_FILE: file })
  assert.equal(environment.firstAdmin?.password, 'a quiet harbour at dawn')
  assert.throws(() => readEnvironment({ ADMIN_PASSWORD_FILE: '/nowhere' }), /ADMIN_PASSWORD_FILE/)
})

test('a secret that is not understood is not printed', () => {
  const secrets = { ENCRYPTION_KEY: 'hunter2hunter2', DATABASE_URL: 'mysql://tocsin:hunter2@localhost/tocsin' }
  assert.throws(
    () => readEnvironment(secrets),
    ({ message }: Error) =>
      message.includes('ENCRYPTION_KEY must') && message.includes('DATABASE_URL must') && !message.includes('hunter2'),
  )
})
