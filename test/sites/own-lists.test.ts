import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memberOf, startTwoSites } from '../harness/sites.ts'

test('a page of open alerts is full of the own ones behind any number of more urgent ones elsewhere', async (t) => {
  const { app, south, browser } = await startTwoSites(t)
  const [there, here] = [await app.createDevice(), await app.createDevice({ name: 'Boiler South', site_id: south })]
  const raise = `
    insert into alerts (
      device_id, alert_id, rule_key, rule_version, module, severity, status, title, field, triggered_value, last_value,
      peak_value, occurrences, triggered_at, raised_at, late, latched
    )
    select $1, n, 'rule.' || n, 1, 'factory', $2, 'firing', 'Too high', 'metrics.gas_ppm', 1, 1, 1, 1, $3, $3, false, false
    from generate_series($4::integer, $5::integer) as n`
  await app.rows(raise, [there.id, 'critical', app.now(), 1, 200])
  await app.rows(raise, [here.id, 'warning', app.now(), 201, 202])
  const { text } = await browser.go('/alerts')
  assert.deepEqual([...new Set(text.match(/href="\/alerts\/\d+"/g))].sort(), [
    'href="/alerts/201"',
    'href="/alerts/202"',
  ])
})

test('silencing selected alerts names no device of another site, whatever is selected', async (t) => {
  const { app, south, browser } = await startTwoSites(t)
  const [there, here] = [
    await app.createDevice({ module: 'health' }),
    await app.createDevice({ module: 'health', site_id: south }),
  ]
  for (const device of [there, here]) await device.send({ metrics: { systolic: 190 } })
  const alerts = await app.rows<{ alert_id: string }>('select alert_id from alerts order by alert_id')
  const { csrf } = await browser.go('/alerts')
  const chosen = new URLSearchParams(alerts.map(({ alert_id }) => ['ids', alert_id]))
  const form = `_csrf=${csrf()}&to=%2Falerts&what=silence&${chosen}`
  const answer = await browser.post('/alerts/selection', form)
  assert.equal(answer.headers.get('location'), `/silences/new?device_id=${here.id}`)
})

test('a tag that only devices elsewhere have is an unknown tag', async (t) => {
  const { app, browser } = await startTwoSites(t)
  await app.createDevice({ tags: ['hall-1'] })
  await browser.go('/silences/new')
  const { text } = await browser.send('/silences', { tags: 'hall-1', when: 'now', what: 'preview' })
  assert.match(text, /No device has the tag[^<]*hall-1/)
})

test('a geofence of the installation lists to a member no rules of other sites', async (t) => {
  const { app, south } = await startTwoSites(t)
  const everywhere = await app.logIn('operator')
  const member = await memberOf(app, south, 'operator')
  const fence = { circle: { lat: 46.05, lng: 14.5, radius_m: 500 } }
  assert.equal((await everywhere('POST', '/api/admin/geofences', { name: 'Depot', fence, site_id: null })).status, 201)
  const condition = { type: 'geofence', geofence: 'Depot', when: 'outside' }
  const rule = { name: 'Yard', condition, levels: [{ severity: 'warning' }], title: 'Left the depot' }
  for (const [key, site_id] of [
    ['of_north', 1],
    ['of_south', south],
  ]) {
    const made = await everywhere('POST', '/api/admin/rules', { ...rule, key, site_id })
    assert.equal(made.status, 201, JSON.stringify(made.body))
  }
  const [depot] = (await member('GET', '/api/admin/geofences')).body.data
  assert.deepEqual(depot.rules, ['of_south'])
})
