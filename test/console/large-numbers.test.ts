import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

/** Creates resolved alerts of one rule and device, one per second, ending this many days ago. */
async function raise(app: TestApp, deviceId: number, count: number, daysAgo: number): Promise<void> {
  await app.rows(
    `insert into alerts (
       device_id, alert_id, rule_key, rule_version, module, severity, status, title, field, triggered_value, last_value,
       peak_value, late, latched, triggered_at, raised_at, resolved_at)
     select $1, nextval('alert_ids'), 'factory.smoke', 1, 'factory', 'warning', 'resolved', 'Smoke', 'metrics.smoke_level',
       1, 1, 1, false, false, at, at, at
     from generate_series(1, $2::integer) as n
     cross join lateral (select $3::timestamptz - n * interval '1 second' as at) as t`,
    [deviceId, count, new Date(app.now().getTime() - daysAgo * 86_400_000)],
  )
}

async function begin(t: TestContext) {
  const app = await startApp(t, { startsAt: NOW })
  const { id } = await app.createDevice()
  return { app, id, browser: await openBrowserAs(app, 'operator') }
}

test('past days are counted once a minute, the current day for each page', async (t) => {
  const { app, id, browser } = await begin(t)
  const week = async () => /(\d+) alerts? in seven days: ([\d, ]+)/.exec((await browser.go('/rules')).text)?.slice(1)
  await raise(app, id, 3, 0)
  await raise(app, id, 2, 3)
  assert.deepEqual(await week(), ['5', '0, 0, 0, 2, 0, 0, 3'])
  await raise(app, id, 1, 0)
  await raise(app, id, 4, 3)
  assert.deepEqual(await week(), ['6', '0, 0, 0, 2, 0, 0, 4'], 'what came late shows later')
  await app.leap({ seconds: 61 })
  assert.deepEqual(await week(), ['10', '0, 0, 0, 6, 0, 0, 4'])
})

test('devices are not counted for a rule with more than a thousand alerts a week', async (t) => {
  const { app, id, browser } = await begin(t)
  await raise(app, id, 999, 0)
  assert.match((await browser.go('/rules')).text, /999 alerts in 7 days on 1 device: more than anyone can act on/)
  await raise(app, id, 2, 0)
  assert.match((await browser.go('/rules')).text, /1,001 alerts in 7 days: more than anyone can act on/)
})

test('with thousands of incidents, statistics are based on the newest', async (t) => {
  const { app, browser } = await begin(t)
  await app.rows(
    `insert into incidents (incident_id, origin, status, severity, title, created_at, last_activity_at, responded_at, resolved_at)
     select n, 'person', 'resolved', 'warning', 'Smoke', at, at, at + s * interval '1 second', at + s * interval '1 minute'
     from generate_series(1, 6000) as n
     cross join lateral (select $1::timestamptz - n * interval '1 minute' as at, case when n <= 5000 then 10 else 50 end as s) as t`,
    [NOW],
  )
  const { text } = await browser.go('/incidents/statistics')
  assert.match(text, /5,000 or more<\/strong><span class="meta">based on the newest 5,000/)
  assert.match(text, /Time to acknowledge<\/span><strong>10\ss<\/strong><span class="meta">median; 90 % within 10\ss/)
})

test('filtered lists have each alert once, newest first, on every page', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('viewer')
  const { id } = await app.createDevice()
  const modules = ['health', 'factory', null]
  const severities = ['info', 'warning', 'critical']
  await app.rows(
    `insert into incidents (incident_id, origin, status, severity, module, title, created_at, last_activity_at)
     select n, 'person', (array['open', 'acknowledged', 'resolved'])[1 + n / 7 % 3], ($1::text[])[1 + n % 3],
       ($2::text[])[1 + n / 3 % 3], 'Smoke', $3, $3
     from generate_series(1, 120) as n`,
    [severities, modules, NOW],
  )
  await app.rows(
    `insert into alerts (
       device_id, alert_id, rule_key, rule_version, module, severity, status, title, field, triggered_value, last_value,
       peak_value, late, latched, triggered_at, raised_at)
     select $1, incident_id, 'rule' || incident_id, 1, coalesce(module, 'fleet'), severity,
       case status when 'open' then 'firing' else status end, 'Smoke', 'metrics.smoke_level', 1, 1, 1, false, false, $2, $2
     from incidents`,
    [id, NOW],
  )
  const all = await app.rows<{ n: string; severity: string; module: string | null; status: string }>(
    'select incident_id as n, severity, module, status from incidents order by incident_id desc',
  )
  for (const list of ['incidents', 'alerts'] as const) {
    const pick = async (query: string) => {
      const found: number[] = []
      let cursor = ''
      do {
        const { body } = await call('GET', `/api/mobile/${list}?limit=7${query}${cursor}`)
        for (const row of body.data) found.push(row[`${list.slice(0, -1)}_id`])
        cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
      } while (cursor !== '')
      return found
    }
    const expect = async (query: string, fits: (row: (typeof all)[number]) => boolean) =>
      assert.deepEqual(
        await pick(query),
        all.filter(fits).map(({ n }) => Number(n)),
        `${list} ${query}`,
      )
    await expect('', () => true)
    await expect('&severity=critical', ({ severity }) => severity === 'critical')
    await expect('&severity=critical,info,critical&status=resolved', (row) => {
      return row.severity !== 'warning' && row.status === 'resolved'
    })
    await expect('&module=health,factory', ({ module }) => module !== null)
    await expect('&module=factory&severity=info,warning', (row) => {
      return row.module === 'factory' && row.severity !== 'critical'
    })
    await expect('&module=worker', () => false)
  }
})
