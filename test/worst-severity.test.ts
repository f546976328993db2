import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { openBrowserAs } from './harness/browser.ts'
import { openEvents } from './harness/event-source.ts'
import { NOON } from './harness/reachable.ts'
import { startReceiver } from './harness/receiver.ts'
import { shown, startWithTank, TANK, TANK_ADDRESS, tankRule, WORST } from './harness/tank-of-two-levels.ts'

test('an alert that has calmed down is found as critical, with the title and the limit of that level', async (t) => {
  const { app, reads, alerts, incident, call } = await startWithTank(t)
  await reads(6, 9, 6)
  const [alert] = await alerts('?severity=critical')
  assert.deepEqual(shown(alert), WORST)
  assert.deepEqual([alert.triggered_value, alert.last_value, alert.peak_value], [6, 6, 9])
  assert.deepEqual(await alerts('?severity=warning'), [])
  const { severity, current_severity, title } = await incident()
  assert.deepEqual([severity, current_severity, title], WORST.slice(0, 3))
  assert.equal((await call('GET', '/api/mobile/incidents?severity=critical')).body.data.length, 1)
  assert.deepEqual((await call('GET', '/api/mobile/summary')).body.data.open_alerts, {
    info: 0,
    warning: 0,
    critical: 1,
  })

  const browser = await openBrowserAs(app, 'operator')
  for (const page of [
    '/alerts',
    '/alerts?severity=critical',
    '/alerts/1',
    '/incidents',
    '/incidents/1',
    '/devices/1/alerts',
  ]) {
    const text = (await browser.go(page)).text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
    assert.match(text, /Critical, now warning/, page)
  }
  const [head, row] = (await browser.go('/alerts/export.csv?severity=critical')).text
    .split('\r\n')
    .map((line) => line.split(','))
  const cell = (name: string) => row![head!.indexOf(name)]
  assert.deepEqual(['severity', 'current_severity', 'title', 'threshold'].map(cell), WORST.map(String))

  await reads(1)
  const [over] = await alerts()
  assert.deepEqual([over.status, ...shown(over)], ['resolved', 'critical', null, ...WORST.slice(2)])
  assert.deepEqual(
    [(await incident()).status, (await incident()).current_severity],
    ['open', null],
    'everything is clear',
  )
  await reads(6)
  const [again] = await alerts()
  assert.deepEqual([again.alert_id, ...shown(again)], [1, ...WORST], 'within the cooldown it is the same alert')
})

test('receivers hear of each level once, with its title and limit, and nothing of a fall', async (t) => {
  const { app, reads, call } = await startWithTank(t)
  const receiver = await startReceiver(t)
  const events = ['alert.triggered', 'alert.escalated', 'alert.resolved', 'incident.created', 'incident.resolved']
  await app.createWebhook({ url: receiver.url, events: events as never })
  await reads(6, 9, 6, 9, 6, 1)
  await call('POST', '/api/mobile/incidents/1/resolution')
  await app.runJobs()
  const told = receiver.requests.map(({ event, data }) => [event, data.severity, data.title, data.threshold])
  assert.deepEqual(told, [
    ['alert.triggered', 'warning', 'Tank above 5 bar', 5],
    ['incident.created', 'warning', 'Tank above 5 bar', undefined],
    ['alert.escalated', 'critical', 'Tank above 8 bar', 8],
    ['alert.resolved', 'critical', 'Tank above 8 bar', undefined],
    ['incident.resolved', 'critical', 'Tank above 8 bar', undefined],
  ])
})

test('levels that are reached at one moment are each told as they were', async (t) => {
  const { app, device, alerts } = await startWithTank(t, tankRule({ value: 5, for_s: 60 }, { value: 8, for_s: 90 }))
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, events: ['alert.triggered', 'alert.escalated'] })
  await device.send({ ts: Number(app.now()), metrics: { bar: 9 } })
  await app.leap({ seconds: 200 })
  await app.runJobs()
  const told = receiver.requests.map(({ event, data }) => [event, data.severity, data.title, data.threshold])
  assert.deepEqual(told, [
    ['alert.triggered', 'warning', 'Tank above 5 bar', 5],
    ['alert.escalated', 'critical', 'Tank above 8 bar', 8],
  ])
  assert.deepEqual(shown((await alerts())[0]), ['critical', 'critical', 'Tank above 8 bar', 8])
})

for (const mild of ['info', 'warning']) {
  test(`a level that time alone brings and takes before anybody looks is kept and told, after ${mild}`, async (t) => {
    const count = { type: 'count', of: { type: 'threshold', field: 'metrics.bar', op: 'gt', value: 5 } }
    const spikes = {
      name: 'Spikes',
      condition: { ...count, at_least: 3, within_s: 300 },
      levels: [
        { severity: mild, value: 3 },
        { severity: 'critical', value: 5, for_s: 60 },
      ],
      clear_for_s: 0,
      title: '{threshold} spikes',
    }
    const { app, call, device, addReachable, alerts, incident } = await startWithTank(t, spikes)
    const ana = await addReachable()
    for (let spike = 0; spike < 5; spike += 1) {
      await device.send({ ts: Number(app.now()), metrics: { bar: 9 } })
      await app.fastForward({ seconds: 40 })
    }
    assert.deepEqual(shown((await alerts())[0]), [mild, mild, '3 spikes', 3])
    const source = await openEvents(t, app, call.authorization)
    // Nothing runs for two minutes: at 20 s it becomes critical, and at 100 s the first spike is not counted any more.
    await app.leap({ seconds: 120 })
    await app.runJobs()
    assert.deepEqual(shown((await alerts())[0]), ['critical', mild, '5 spikes', 5])
    const { severity, current_severity, title, timeline } = await incident()
    assert.deepEqual([severity, current_severity, title], ['critical', mild, '5 spikes'])
    const told = timeline.flatMap(({ kind, text }: Record<string, string>) =>
      /^(created|severity_changed)$/.test(kind!) ? [text] : [],
    )
    const critical = 'critical: 5 spikes'
    const levels =
      mild === 'info' ? [critical, critical, 'info: 3 spikes'] : ['warning: 3 spikes', critical, 'warning: 3 spikes']
    assert.deepEqual(told, levels)
    assert.match(ana.titles().at(-1)!, /5 spikes/)
    assert.match(ana.lines().join(), /Critical/)
    const { data } = await source.waitFor(({ data: { event } }) => event === 'alert.changed')
    assert.deepEqual([data.severity, data.current_severity], ['critical', mild])
  })
}

test('a late reading that is worse gives its level, and a late one that is milder takes nothing away', async (t) => {
  const { app, device, alerts, reads } = await startWithTank(t, { ...TANK, late: 'raise' })
  await reads(6)
  await device.send({ ts: Number(app.now()) - 300_000, metrics: { bar: 9 } })
  assert.deepEqual(shown((await alerts())[0]), ['critical', 'critical', 'Tank above 8 bar', 8])
  await reads(6, 6)
  await device.send({ ts: Number(app.now()) - 300_000, metrics: { bar: 1 } })
  assert.deepEqual(shown((await alerts())[0]), WORST)
})

test('an alert keeps the limit that made it critical when its rule is edited', async (t) => {
  const { alerts, reads, call } = await startWithTank(t)
  await reads(6, 9)
  await call('PUT', TANK_ADDRESS, tankRule({ value: 5 }, { value: 20 }))
  await reads(9, 9)
  assert.deepEqual(shown((await alerts())[0]), WORST)
  await reads(25)
  assert.deepEqual(shown((await alerts())[0]), ['critical', 'critical', 'Tank above 8 bar', 8])
})

test('a merged incident brings the worst of its alerts, and what they are at present', async (t) => {
  const { app, reads, incident, call } = await startWithTank(t)
  await reads(6, 9, 6)
  const other = await app.createDevice({ name: 'Tank 2' })
  await other.send({ ts: Number(app.now()), metrics: { bar: 6 } })
  assert.equal((await call('POST', '/api/mobile/incidents/2/merge', { incident_ids: [1] })).status, 200)
  const { severity, current_severity, title } = await incident(2)
  assert.deepEqual([severity, current_severity, title], WORST.slice(0, 3))
})

test('an incident of an offline device is a warning at present, once what was merged into it is over', async (t) => {
  const { app, reads, incident, call } = await startWithTank(t)
  const silent = await app.createDevice({ name: 'Silent', offline_after_s: 60 })
  await silent.send({ ts: Number(app.now()), metrics: { bar: 1 } })
  await app.fastForward({ seconds: 200 })
  await reads(9)
  assert.equal((await call('POST', '/api/mobile/incidents/1/merge', { incident_ids: [2] })).status, 200)
  const now = async () => [(await incident()).severity, (await incident()).current_severity]
  assert.deepEqual(await now(), ['critical', 'critical'])
  await reads(1, 1)
  assert.deepEqual(await now(), ['critical', 'warning'])
})

test('an incident that a person has lowered is no worse at present', async (t) => {
  const { reads, incident, call } = await startWithTank(t)
  await reads(9)
  await call('POST', '/api/mobile/incidents/1/severity', { severity: 'warning' })
  await reads(9)
  assert.deepEqual([(await incident()).severity, (await incident()).current_severity], ['warning', 'warning'])
})

test('an acknowledged alert that escalates stays acknowledged, and people hear of the worse level once', async (t) => {
  const { app, addReachable, reads, alerts, call } = await startWithTank(t)
  const ana = await addReachable()
  await reads(6)
  await ana.call('POST', '/api/mobile/incidents/1/acknowledgement')
  await app.fastForward({ seconds: 1 })
  await reads(9, 6, 9, 6)
  const [alert] = await alerts()
  assert.deepEqual([alert.status, ...shown(alert)], ['acknowledged', ...WORST])
  const [first, worse, ...more] = ana.titles()
  assert.deepEqual([first, worse], ['Tank 1: bar 6 (above 5)', 'Tank 1: bar 9 (above 8)'])
  assert.ok(
    more.every((title) => title === 'Tank 1: bar 9 (above 8)'),
    more.join(),
  )
  // The acknowledgement of what was critical ends after eight hours, as that of any critical alert.
  assert.ok(alert.acknowledged_until !== null)
  assert.equal((await call('GET', '/api/mobile/incidents/1')).body.data.status, 'acknowledged')
  await app.runJobs()
})

test('a silence holds an alert until it is worse than the silence covers, and then all of it agrees', async (t) => {
  const { app, reads, call } = await startWithTank(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, events: ['alert.triggered'] })
  await call('POST', '/api/admin/silences', {
    reason: 'Filling',
    max_severity: 'warning',
    duration_s: 3_600,
    device_ids: [1],
  })
  await reads(6, 9)
  const told = receiver.requests.map(({ data }) => [data.severity, data.title, data.threshold, data.triggered_value])
  assert.deepEqual(told, [['critical', 'Tank above 8 bar', 8, 6]])
})

test('open pages hear that an alert has become milder', async (t) => {
  const { app, reads, call } = await startWithTank(t)
  await reads(6, 9)
  const source = await openEvents(t, app, call.authorization)
  await reads(6)
  const { data } = await source.waitFor(({ data: { event } }) => event === 'alert.changed')
  assert.deepEqual([data.severity, data.current_severity], ['critical', 'warning'])
})

test('a map shows how a device is at present, a list how bad it has been', async (t) => {
  const { app, device, reads, call } = await startWithTank(t)
  await device.send({ ts: Number(app.now()), lat: 46, lng: 14 })
  await reads(6, 9, 6)
  const browser = await openBrowserAs(app, 'viewer')
  const [badges] = (await browser.go('/map?device=1')).text.split('id="map-card"').slice(-1)
  assert.match(badges!, /badge severity warning/)
  assert.doesNotMatch(badges!, /badge severity critical/)
  const found = (await call('GET', `/api/mobile/devices/${device.id}`)).body.data
  assert.deepEqual(found.open_alerts, { info: 0, warning: 0, critical: 1 })
})

test('of many vans, the filter for critical finds each drive that was too fast', async (t) => {
  const app = await startApp(t, { startsAt: NOON })
  const call = await app.logIn()
  const rule = {
    name: 'Speed high',
    scope: { modules: ['fleet'] },
    condition: { type: 'threshold', field: 'metrics.speed_kmh', op: 'gt' },
    levels: [
      { severity: 'warning', value: 120 },
      { severity: 'critical', value: 140 },
    ],
    title: 'Speed above {threshold} km/h',
  }
  assert.equal((await call('PUT', '/api/admin/rules/fleet.speed', rule)).status, 200)
  const drives = [
    [90, 128, 147, 131, 125, 90, 60],
    [90, 148, 148, 130, 121, 60, 60],
    [90, 128, 139, 131, 125, 90, 60],
    [90, 128, 131, 139, 146, 90, 60],
  ]
  const begins = NOON.getTime() / 1_000 - 86_400
  for (const [van, drive] of drives.entries()) {
    const { send } = await app.createDevice({ module: 'fleet', name: `Van ${van}` })
    for (const [minute, speed_kmh] of drive.entries()) await send({ ts: begins + minute * 60, metrics: { speed_kmh } })
  }
  await app.runJobs()
  const all = (await call('GET', '/api/mobile/alerts')).body.data
  const critical = (await call('GET', '/api/mobile/alerts?severity=critical')).body.data
  const vans = (found: { device_name: string }[]) => found.map(({ device_name }) => device_name).toSorted()
  assert.deepEqual(vans(all), ['Van 0', 'Van 1', 'Van 2', 'Van 3'])
  assert.deepEqual(vans(critical), ['Van 0', 'Van 1', 'Van 3'])
  for (const { title, threshold, severity } of all) {
    assert.equal(title, `Speed above ${threshold} km/h`)
    assert.equal(threshold, severity === 'critical' ? 140 : 120)
  }
})
