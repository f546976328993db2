import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestApp } from '../harness/app.ts'
import type { Browser } from '../harness/browser.ts'
import { startTwoSites } from '../harness/sites.ts'

/** Posts a test reading with the person's own CSRF token, from a page of theirs. */
async function testReading({ app, browser }: { app: TestApp; browser: Browser }, id: number, form: string) {
  const page = await browser.go('/account')
  const own = { origin: new URL(app.url).origin, 'sec-fetch-site': 'same-origin' }
  return browser.post(`/devices/${id}/test-reading`, `_csrf=${page.csrf()}&${form}`, own)
}

const ALARM = 'systolic=250&fall_detected=yes'

test('an operator sends a test reading to devices of their own sites alone', async (t) => {
  const { app, south, browser } = await startTwoSites(t)
  const foreign = await app.createDevice({ name: 'Monitor', module: 'health' })
  const disabled = await app.createDevice({ name: 'Spare', module: 'health' })
  await app.rows('update devices set enabled = false where id = $1', [disabled.id])
  const own = await app.createDevice({ name: 'South monitor', module: 'health', site_id: south })

  // Nothing tells a device of another site from one that does not exist.
  for (const id of [999, foreign.id, disabled.id]) {
    const { status, text } = await testReading({ app, browser }, id, ALARM)
    assert.deepEqual([status, /data-reason>([^<]*)/.exec(text)?.[1]], [404, 'Device not found.'], String(id))
  }
  assert.deepEqual(await app.rows('select device_id from reading_rows'), [])
  assert.deepEqual(await app.rows('select alert_id from alerts'), [])
  assert.deepEqual(await app.rows(`select id from audit_entries where action = 'device.test_reading'`), [])

  assert.equal(
    (await testReading({ app, browser }, own.id, ALARM)).headers.get('location'),
    `/devices/${own.id}/settings?done=tested`,
  )
  assert.deepEqual(await app.rows('select distinct device_id from alerts'), [{ device_id: own.id }])
})

test('who only looks in the site of a device sends it no test reading, though operator elsewhere', async (t) => {
  const { app, south, browser: operator } = await startTwoSites(t)
  const monitor = await app.createDevice({ name: 'Monitor', module: 'health' })
  await app.rows(
    `insert into site_members (site_id, user_id, role) select 1, user_id, 'viewer' from site_members where site_id = $1`,
    [south],
  )
  assert.equal((await operator.go(`/devices/${monitor.id}`)).status, 200)
  assert.equal((await testReading({ app, browser: operator }, monitor.id, ALARM)).status, 403)
  assert.deepEqual(await app.rows('select device_id from reading_rows'), [])
})
