import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { BEARER_ROWS, DEVICE } from './bearer-rows.ts'

test('each request with a bearer token gets the response of its row', async (t) => {
  const app = await startApp(t)
  await app.createDevice()
  const operator = await app.logIn('operator')
  for (const row of BEARER_ROWS) {
    await t.test(row.name, async () => {
      const person = row.before === undefined ? operator : await app.logIn('operator')
      await row.before?.(app, person)
      const { method = 'GET', path = DEVICE, headers = {}, body } = row.request(person.authorization.split(' ')[1]!)
      const json = body === undefined ? {} : { 'content-type': 'application/json' }
      const sent = Object.entries({ authorization: person.authorization, ...json, ...headers })
      const answer = await fetch(`${app.url}${path}`, {
        method,
        headers: sent.flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]])),
        ...(body === undefined ? {} : { body }),
      })
      const told = (await answer.json()) as { status: string; message?: string; code?: number }
      assert.equal(answer.status, row.expect, JSON.stringify(told))
      if (row.says !== undefined) assert.match(told.message ?? '', row.says)
      if (row.expect >= 400) assert.deepEqual([told.status, told.code], ['error', row.expect])
      if (row.expect === 401) assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
      if (row.expect === 405) assert.ok(answer.headers.get('allow'))
    })
  }
  const [device] = await app.rows<{ name: string; notes: string; module: string; enabled: boolean }>(
    'select name, notes, module, enabled from devices',
  )
  assert.deepEqual(device, { name: '💥'.repeat(100), notes: '', module: 'factory', enabled: true })
})
