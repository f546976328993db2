import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'

test('while readings wait too long others are turned away with 503, and taken again afterwards', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice()
  const lock = new pg.Client(app.connection)
  await lock.connect()
  cleanUp(t, () => lock.end())
  await lock.query('begin')
  await lock.query('lock table readings in exclusive mode')

  const underWay = device.send({ ts: 1_795_263_600 })
  await sleep(100)
  const waiting = device.send({ ts: 1_795_263_601 })
  await sleep(800)
  const late = device.send({ ts: 1_795_263_602 })
  assert.equal((await app.call('GET', '/healthz')).status, 200)
  await lock.query('rollback')

  const refused = await late
  assert.equal(refused.status, 503)
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-5]$/)
  assert.equal(refused.headers.get('x-content-type-options'), 'nosniff')
  assert.match(refused.headers.get('x-request-id') ?? '', /^[0-9a-f]{8}-[0-9a-z]+$/)
  assert.deepEqual(refused.body, { status: 'error', message: 'Too many readings at once; send it again', code: 503 })
  assert.deepEqual([(await underWay).status, (await waiting).status], [200, 200])
  assert.equal((await device.send({ ts: 1_795_263_602 })).status, 200)
  assert.deepEqual(await app.rows('select count(*)::integer as count from readings'), [{ count: 3 }])
})
