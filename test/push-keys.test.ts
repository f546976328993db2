import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDatabase } from '../src/app/doctor/check-database.ts'
import { openPushKeys } from '../src/core/contact-methods/channels/push/push-key-store.ts'
import { ENCRYPTION_KEY, startApp } from './harness/app.ts'

test('the first start makes the key of push messages, and every later one and every node have the same', async (t) => {
  const app = await startApp(t)
  const { status, body } = await app.call('GET', '/push/key')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['key'])
  assert.equal(Buffer.from(body.key, 'base64url').length, 65)
  const other = await startApp(t, { connection: app.connection })
  assert.deepEqual((await other.call('GET', '/push/key')).body, body)
})

test('nodes that start at the same time agree on one pair', async (t) => {
  const { service, rows, now } = await startApp(t)
  await rows('delete from push_keys')
  const pairs = await Promise.all(Array.from({ length: 8 }, () => openPushKeys(service.db, ENCRYPTION_KEY, now())))
  for (const pair of pairs) assert.deepEqual(pair, pairs[0])
})

test('the private key is stored encrypted, and is not replaced under another ENCRYPTION_KEY', async (t) => {
  const { service, rows, now } = await startApp(t)
  const keys = (await openPushKeys(service.db, ENCRYPTION_KEY, now()))!
  const stored = await rows<{ row: string }>('select k::text as row from push_keys as k')
  assert.ok(stored[0]!.row.includes(keys.public_key))
  const privateKey = Buffer.from(keys.private_key, 'base64url')
  for (const form of [keys.private_key, privateKey.toString('hex')]) assert.ok(!stored[0]!.row.includes(form))
  assert.equal(await openPushKeys(service.db, Buffer.alloc(32, 8), now()), null)
  assert.deepEqual(await openPushKeys(service.db, ENCRYPTION_KEY, now()), keys)
})

test('the doctor says that push messages are not sent under another ENCRYPTION_KEY', async (t) => {
  const { service } = await startApp(t)
  const keyCheck = async (key: Buffer) =>
    (await checkDatabase(service.db, key)).findings.find(({ about }) => about === 'encryption key')!
  assert.equal((await keyCheck(ENCRYPTION_KEY)).state, 'ok')
  const { state, says } = await keyCheck(Buffer.alloc(32, 8))
  assert.deepEqual([state, says], ['fail', 'cannot decrypt the key of push messages, which are not sent'])
})
