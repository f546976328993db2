import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { startApp } from './harness/app.ts'
import { documentValidator } from './harness/document-validator.ts'
import { startReceiver } from './harness/receiver.ts'

const root = join(import.meta.dirname, '..')
const asIs = { serializers: [String] }

test('the committed OpenAPI document matches the routes; npm run openapi updates it', async (t) => {
  const app = await startApp(t)
  const { status, headers, body } = await app.call('GET', '/openapi.json')
  assert.deepEqual([status, headers.get('content-type')], [200, 'application/json; charset=utf-8'])
  t.assert.fileSnapshot(`${JSON.stringify(body, null, 2)}\n`, join(root, 'docs/openapi.json'), asIs)
})

test('the document passes the linter', async (t) => {
  const app = await startApp(t)
  const source = JSON.stringify((await app.call('GET', '/openapi.json')).body)
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    [],
  )
})

test('patterns in the document are read by other languages than JavaScript', async (t) => {
  const app = await startApp(t)
  const source = JSON.stringify((await app.call('GET', '/openapi.json')).body)
  const patterns = [...source.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text!) as string)
  assert.ok(patterns.length > 10)
  assert.deepEqual(
    patterns.filter((pattern) => /\\p\{|\\u\{/.test(pattern)),
    [],
  )
})

test('every example in the document matches its schema', async (t) => {
  const app = await startApp(t)
  const document = (await app.call('GET', '/openapi.json')).body
  const validator = documentValidator(document)
  const examples = [...examplesIn(document, '#')]
  assert.ok(examples.length > 0)
  const faulty = examples.flatMap(({ schema, value }) => {
    const fault = validator.faultAt(schema, value)
    return fault === null ? [] : [[schema, fault]]
  })
  assert.deepEqual(faulty, [])
})

test('every chapter of the reference has an introduction', async (t) => {
  const app = await startApp(t)
  const { tags } = (await app.call('GET', '/openapi.json')).body
  const used = new Set(app.service.http.routeList.flatMap(({ schema }) => schema.tags ?? []))
  assert.deepEqual(tags.map(({ name }: { name: string }) => name).sort(), [...used].sort())
})

test('webhook payloads match the document', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const operator = await app.logIn('operator')
  const monitor = await app.createDevice({ module: 'health', offline_after_s: 60 })
  await monitor.send({ lat: 52.37, lng: 4.89, metrics: { systolic: 185 } })
  await operator('POST', '/api/mobile/incidents/1/resolution')
  await app.fastForward({ minutes: 2 })

  const document = (await app.call('GET', '/openapi.json')).body
  const validator = documentValidator(document)
  for (const { event, body } of receiver.requests) {
    const schema = `#/webhooks/${event}/post/requestBody/content/application~1json/schema`
    assert.equal(validator.faultAt(schema, JSON.parse(body)), null, event)
    const { required } = document.components.schemas[event.replace(/(^|\.)./g, (start) => start.at(-1)!.toUpperCase())]
    assert.deepEqual(Object.keys(JSON.parse(body).data), required, event)
  }
  const events = new Set(receiver.requests.map(({ event }) => event))
  assert.deepEqual([...events].sort(), ['alert.triggered', 'device.offline', 'incident.created', 'incident.resolved'])
})

/** JSON Pointers of every schema with examples and every body with one. */
function* examplesIn(node: unknown, pointer: string): Generator<{ schema: string; value: unknown }> {
  if (typeof node !== 'object' || node === null) return
  const { schema, example, examples } = node as Record<string, unknown>
  if (schema !== undefined && example !== undefined) yield { schema: `${pointer}/schema`, value: example }
  if (Array.isArray(examples)) for (const value of examples) yield { schema: pointer, value }
  for (const [key, part] of Object.entries(node)) {
    if (key === 'example' || key === 'examples') continue
    yield* examplesIn(part, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}
