import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Browser, openBrowserAs } from '../harness/browser.ts'
import { makeReachable } from '../harness/people.ts'
import { browserOf, memberOf, startTwoSites } from '../harness/sites.ts'

test('a member is warned that nobody of the own sites can be notified, whoever can be elsewhere', async (t) => {
  const { app, browser } = await startTwoSites(t)
  const { id } = await memberOf(app, 1, 'operator')
  await makeReachable(app, id)
  await app.createWebhook({ site_id: 1, url: 'http://127.0.0.1:9/', events: ['incident.created'] })
  const warned = (await browser.go('/')).text
  assert.match(warned, /Nobody can be notified yet/)
  // The notice can be hidden where a webhook hears of new incidents.
  assert.doesNotMatch(warned, /Hide this notice/)
})

test('the notice about an incident of which nobody was told is for its own site', async (t) => {
  const { app, south, browser } = await startTwoSites(t)
  const [there, here] = await Promise.all([
    app.createDevice({ name: 'Bed North', module: 'health' }),
    app.createDevice({ name: 'Bed South', module: 'health', site_id: south }),
  ])
  const people = await Promise.all([memberOf(app, 1, 'operator'), memberOf(app, south, 'operator')])
  await makeReachable(app, ...people.map(({ id }) => id))
  const notice = async () => /No notification was accepted[^<]*/.exec((await browser.go('/')).text)?.[0]
  await there.send({ metrics: { systolic: 190 } })
  await app.rows('update escalation_runs set nobody_told_at = $1', [app.now()])
  assert.equal(await notice(), undefined)
  await here.send({ metrics: { systolic: 190 } })
  await app.rows('update escalation_runs set nobody_told_at = $1', [app.now()])
  assert.match((await notice())!, /#2/)
})

test('the overview leads to the worst incident of the own sites, and draws theirs alone', async (t) => {
  const { app, south, browser } = await startTwoSites(t)
  const [bed, truck] = await Promise.all([
    app.createDevice({ name: 'Bed North', module: 'health' }),
    app.createDevice({ name: 'Truck South', module: 'fleet', site_id: south }),
    app.createDevice({ name: 'Bed South', module: 'health', site_id: south }),
  ])
  await bed.send({ metrics: { systolic: 190 } })
  const seen = async () => {
    const { text } = await browser.go('/')
    return {
      leadsTo: /href="(\/incidents\/\d+)">Open top incident/.exec(text)?.[1],
      hours: text.match(/<path class="(bad|warn)"/g)?.length ?? 0,
    }
  }
  assert.deepEqual(await seen(), { leadsTo: undefined, hours: 0 })
  await truck.send({ flags: { geofence_breach: true } })
  assert.deepEqual(await seen(), { leadsTo: '/incidents/2', hours: 1 })
})

test('a list of incidents has a whole page of the own ones behind any number of newer ones elsewhere', async (t) => {
  const { app, south, browser } = await startTwoSites(t)
  const person = await memberOf(app, south, 'operator')
  const reports = async (siteId: number, count: number) => {
    const reporter = await memberOf(app, siteId, 'operator')
    for (let n = 0; n < count; n += 1) await reporter('POST', '/api/mobile/incidents', { title: `Report ${n}` })
    return reporter
  }
  await reports(south, 3)
  const elsewhere = await reports(1, 5)
  const { data } = (await person('GET', '/api/mobile/incidents?limit=2')).body
  assert.deepEqual(
    data.map(({ incident_id }: { incident_id: string | number }) => Number(incident_id)),
    [3, 2],
  )
  await elsewhere('POST', '/api/mobile/incidents/8/resolution')
  await app.rows('delete from incidents where site_id = $1', [south])
  // Nothing has been resolved in the own site.
  assert.match((await browser.go('/incidents')).text, /No incidents yet/)
})

test('names of devices elsewhere are free, and unknown to forms', async (t) => {
  const { app, south, browser } = await startTwoSites(t)
  await app.createDevice({ name: 'Cellar' })
  await browser.go('/silences/new')
  const silence = { reason: 'Works', devices: 'Cellar', when: 'now', duration_s: '3600', what: 'save' }
  const refused = await browser.send('/silences', silence)
  assert.equal(refused.status, 400)
  assert.match(refused.text, /there is none called &quot;Cellar&quot;/)
  await browser.go('/devices/import')
  const added = await browser.send('/devices/import', { csv: 'name,module\nCellar,home_infra\n', step: 'add' })
  assert.equal(added.status, 201, added.text)
  assert.deepEqual(await app.rows('select site_id from devices order by id'), [{ site_id: 1 }, { site_id: south }])
})

test('the rules page counts alerts of the own sites, whoever looked at it before', async (t) => {
  const { app, south } = await startTwoSites(t)
  const bed = await app.createDevice({ name: 'Bed North', module: 'health' })
  await bed.send({ metrics: { systolic: 190 } })
  await app.leap({ seconds: 2 * 86_400 })
  const [everywhere, member] = [await openBrowserAs(app, 'viewer'), await browserOf(app, south, 'viewer')]
  const alertsSeenBy = async (reader: Browser) =>
    [...(await reader.go('/rules?q=systolic')).text.matchAll(/(\d+) alerts? in seven days/g)].map(([, count]) => count)
  assert.deepEqual(await alertsSeenBy(everywhere), ['1'])
  assert.deepEqual(await alertsSeenBy(member), [])
})

test('people who have left for another site lose their names in overrides and versions of rules', async (t) => {
  const { app, south } = await startTwoSites(t)
  const [leaver, stays] = [await memberOf(app, south, 'operator'), await memberOf(app, south, 'admin')]
  const layer = { people: [stays.id], start_date: '2026-01-05', unit: 'week', length: 1, handover: '09:00' }
  const schedule = { name: 'Nights', time_zone: 'UTC', layers: [layer] }
  const { id } = (await stays('POST', '/api/admin/schedules', schedule)).body.data
  const now = Number(app.now())
  const night = { from: new Date(now + 3_600_000), to: new Date(now + 7_200_000) }
  const overrides = `/api/admin/schedules/${id}/overrides`
  assert.equal((await leaver('POST', overrides, { user_id: leaver.id, ...night })).status, 201)
  const condition = { type: 'threshold', field: 'metrics.pressure', op: 'gt' }
  const rule = { key: 'own', name: 'Own', condition, levels: [{ severity: 'warning', value: 3 }], title: 'Pressure' }
  assert.equal((await leaver('POST', '/api/admin/rules', rule)).status, 201)
  const names = async () => [
    (await stays('GET', overrides)).body.data[0].user.name,
    (await stays('GET', '/api/admin/rules/own/versions')).body.data[0].saved_by,
  ]
  assert.deepEqual(await names(), [leaver.email.split('@')[0], leaver.id])
  await app.rows('update site_members set site_id = 1 where user_id = $1', [leaver.id])
  assert.deepEqual(await names(), [`#${leaver.id}`, null])
})

test('a silence of the installation names to a member no rules of other sites', async (t) => {
  const { app, south } = await startTwoSites(t)
  const everywhere = await app.logIn('operator')
  const member = await memberOf(app, south, 'operator')
  const rule = { name: 'Pressure', levels: [{ severity: 'warning', value: 3 }], title: 'Pressure' }
  const condition = { type: 'threshold', field: 'metrics.pressure', op: 'gt' }
  for (const [key, site_id] of [
    ['of_north', 1],
    ['of_south', south],
  ]) {
    assert.equal((await everywhere('POST', '/api/admin/rules', { ...rule, key, condition, site_id })).status, 201)
  }
  const silence = { reason: 'Works', rule_keys: ['of_north', 'of_south'], duration_s: 3_600 }
  assert.equal((await everywhere('POST', '/api/admin/silences', silence)).status, 201)
  const [seen] = (await member('GET', '/api/admin/silences')).body.data
  assert.deepEqual(seen.rule_keys, ['of_south'])
})

test('merging nothing is refused, and an incident of another site is not found with or without others', async (t) => {
  const { app, south, browser } = await startTwoSites(t)
  const people = await Promise.all([memberOf(app, 1, 'operator'), memberOf(app, south, 'operator')])
  for (const person of people) await person('POST', '/api/mobile/incidents', { title: 'Declared', severity: 'info' })
  const [foreign, own] = [1, 2]
  const merge = async (id: number, fields: Record<string, string>) => {
    const page = await browser.go('/account')
    const sent = { _csrf: page.csrf(), ...fields }
    const origin = { origin: new URL(app.url).origin, 'sec-fetch-site': 'same-origin' }
    return (await browser.post(`/incidents/${id}/merge`, sent, origin)).status
  }
  assert.equal(await merge(foreign, {}), 404)
  assert.equal(await merge(999, {}), 404)
  assert.equal(await merge(foreign, { ids: String(own) }), 404)
  assert.equal(await merge(own, { ids: String(foreign) }), 404)
  assert.equal(await merge(own, {}), 400)
})
