import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { forPeople, forPrograms, listRoutes, operation, type Policy } from './route-list.ts'

test('an operation that does not say whether it is for programs prevents the start', () => {
  const add = (policy: Policy, schema: object) => {
    const server = fastify()
    const routes = listRoutes(server)
    server.post('/api/keys', { config: { policy, scope: 'site' }, schema }, async () => null)
    return routes[0]!.schema.forPrograms
  }
  const plain = operation('createKey', 'Keys', 'Add a key')
  assert.throws(() => add('admin', plain), /POST \/api\/keys must say by forPrograms\(\) or forPeople\(\)/)
  const given = [
    add('admin', forPrograms('createKey', 'Keys', 'Add a key')),
    add('admin', forPeople('createKey', 'Keys', 'Add a key')),
    add('public', plain),
    add('device', plain),
  ]
  assert.deepEqual(given, [true, false, undefined, undefined])
})
