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

test('all invalid settings are reported at once', () => {
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
    PUSH_ALLOWED_ORIGINS: 'https://push.example.org/path',
    ENCRYPTION_KEY: 'short',
    ADMIN_EMAIL: 'ana@example.org',
    SMTP_URL: 'mail.example.org',
    SMTP_FROM: 'nobody',
    NTFY_URL: 'ntfy.example.org',
    NTFY_TOKEN: 'tk 1',
    TELEGRAM_BOT_TOKEN: 'bot',
    OIDC_ISSUER: 'http://id.example.org',
    OIDC_DEFAULT_ROLE: 'root',
    OIDC_ROLE_CLAIM: 'the roles',
  }
  assert.throws(
    () => readEnvironment(wrong),
    (error: Error) => Object.keys(wrong).every((name) => error.message.includes(name)),
  )
})

test('channels are set up by the environment, all but ntfy.sh', () => {
  assert.deepEqual(readEnvironment({}).channels, {
    push: [],
    email: null,
    ntfy: { url: 'https://ntfy.sh', token: null, isOwn: false },
    telegram: null,
    webhook: undefined,
  })
  const telegramBotToken = `123456789:${'a'.repeat(35)}`
  const { channels } = readEnvironment({
    SMTP_URL: 'smtps://tocsin:secret@mail.example.org',
    SMTP_FROM: 'Tocsin <alerts@example.org>',
    NTFY_URL: 'http://ntfy.lan:8080/',
    NTFY_TOKEN: 'tk_1',
    TELEGRAM_BOT_TOKEN: telegramBotToken,
  })
  assert.equal(channels.email?.host, 'mail.example.org')
  assert.deepEqual(channels.email?.from, { name: 'Tocsin', address: 'alerts@example.org' })
  assert.deepEqual(channels.ntfy, { url: 'http://ntfy.lan:8080', token: 'tk_1', isOwn: true })
  assert.equal(channels.telegram, telegramBotToken)
  assert.throws(() => readEnvironment({ SMTP_URL: 'smtp://localhost' }), /SMTP_URL and SMTP_FROM must be set together/)
})

test('the OpenID provider has an https address, or is on this machine', () => {
  const client = { OIDC_CLIENT_ID: 'tocsin', OIDC_CLIENT_SECRET: 'hunter2' }
  const read = (OIDC_ISSUER: string, more = {}) => readEnvironment({ OIDC_ISSUER, ...client, ...more }).provider
  assert.equal(readEnvironment({}).provider, null)
  const issuer = 'https://id.example.org/realms/home'
  const provider = { issuer, clientId: 'tocsin', clientSecret: 'hunter2', roleClaim: null }
  assert.deepEqual(read(issuer), provider)
  assert.deepEqual(read(issuer, { OIDC_DEFAULT_ROLE: 'none', OIDC_ROLE_CLAIM: 'realm_access.roles' }), {
    ...provider,
    defaultRole: null,
    roleClaim: 'realm_access.roles',
  })
  assert.equal(read('http://localhost:8081')?.issuer, 'http://localhost:8081')
  for (const wrong of [
    'id.example.org',
    'http://id.example.org',
    'https://ana@id.example.org',
    'https://id.example.org/.well-known/openid-configuration',
    'https://id.example.org/?realm=home',
  ])
    assert.throws(() => read(wrong), /OIDC_ISSUER must be a URL that starts with https:/, wrong)
  assert.throws(() => readEnvironment({ OIDC_ISSUER: issuer }), /needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/)
  assert.throws(() => readEnvironment({ OIDC_DEFAULT_ROLE: 'viewer' }), /OIDC_DEFAULT_ROLE needs OIDC_ISSUER/)
})

test('a setting can be read from the file in NAME_FILE', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tocsin-environment-')), 'password')
  writeFileSync(file, 'a quiet harbour at dawn\n')
  const environment = readEnvironment({ ADMIN_EMAIL: 'ana@example.org', ADMIN_PASSWORD_FILE: file })
  assert.equal(environment.firstAdmin?.password, 'a quiet harbour at dawn')
  assert.throws(() => readEnvironment({ ADMIN_PASSWORD_FILE: '/nowhere' }), /ADMIN_PASSWORD_FILE/)
})

test('the value of an invalid secret is not printed', () => {
  const secrets = {
    ENCRYPTION_KEY: 'hunter2hunter2',
    DATABASE_URL: 'mysql://tocsin:hunter2@localhost/tocsin',
    SMTP_URL: 'smtp+tls://tocsin:hunter2@localhost',
    NTFY_URL: 'https://tocsin:hunter2@localhost',
    NTFY_TOKEN: 'hunter2 ü',
    TELEGRAM_BOT_TOKEN: 'hunter2',
  }
  assert.throws(
    () => readEnvironment(secrets),
    ({ message }: Error) =>
      message.includes('ENCRYPTION_KEY must') && message.includes('DATABASE_URL must') && !message.includes('hunter2'),
  )
})

test('origins of push services are a scheme, a host and a port, and nothing else', () => {
  const read = (text: string) => readEnvironment({ PUSH_ALLOWED_ORIGINS: text }).channels.push
  assert.deepEqual(read('https://Push.example.org:443, http://10.0.0.7:8080/'), [
    'https://push.example.org',
    'http://10.0.0.7:8080',
  ])
  for (const text of [
    'push.example.org',
    'https://push.example.org/x',
    'https://*.example.org',
    'https://a@b.example',
    ',',
  ])
    assert.throws(() => read(text), /PUSH_ALLOWED_ORIGINS must be origins such as/, text)
})
