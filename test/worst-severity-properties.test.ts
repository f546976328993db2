import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rank, type Severity } from '../src/core/vocabulary/severities.ts'
import { WEBHOOK_EVENTS } from '../src/core/webhooks/events/webhook-events.ts'
import type { TestDevice } from './harness/app.ts'
import { openBrowserAs } from './harness/browser.ts'
import { startReachableApp } from './harness/reachable.ts'
import { startReceiver } from './harness/receiver.ts'

/** Two versions of a rule. A limit names its level, whichever version it is of. */
const VERSIONS = [
  { info: 3, warning: 5, critical: 8 },
  { info: 3.5, warning: 4.5, critical: 9 },
]
const LEVEL_OF = new Map(
  VERSIONS.flatMap((limits) => Object.entries(limits).map(([severity, limit]) => [limit, severity])),
)
const ruleOf = (version: number) => ({
  name: 'Tank',
  condition: { type: 'threshold', field: 'metrics.bar', op: 'gt' },
  levels: Object.entries(VERSIONS[version]!).map(([severity, value]) => ({ severity, value })),
  late: 'raise',
  title: 'Tank above {threshold} bar',
})

type Deed =
  | { kind: 'read'; bar: number; laterS: number }
  | { kind: 'read late'; bar: number }
  | { kind: 'edit'; version: number }
  | { kind: 'acknowledge' | 'resolve' | 'merge' | 'silence' }

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      bar: fc.constantFrom(1, 4, 4, 6, 6, 8.5, 10, 10),
      laterS: fc.constantFrom(1, 70, 70, 400),
    }),
  },
  fc.record({ kind: fc.constant('read late' as const), bar: fc.constantFrom(1, 6, 10) }),
  fc.record({ kind: fc.constant('edit' as const), version: fc.nat(1) }),
  fc.constantFrom<Deed>({ kind: 'acknowledge' }, { kind: 'resolve' }, { kind: 'merge' }, { kind: 'silence' }),
)

interface Row {
  severity: Severity
  title: string
  threshold?: number | null
  current_severity?: Severity | null
}

/** The limit in the title is that of the severity, and so is the limit beside it. */
function assertAgrees(what: string, { severity, title, threshold }: Row): void {
  const limit = Number(/above ([\d.]+)/.exec(title)?.[1])
  assert.equal(LEVEL_OF.get(limit), severity, `${what}: ${severity}, ${title}`)
  if (threshold !== undefined) assert.equal(threshold, limit, `${what}: ${title}, limit ${threshold}`)
}

/** Lines without a severity name none that could be wrong. */
const severityOf = (line: string): Severity | undefined =>
  /\b(info|warning|critical) for /i.exec(line)?.[1]?.toLowerCase() as Severity | undefined

test('in any order of readings, edits and answers, no row and no message has a title, a limit and a severity that disagree', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, events: [...WEBHOOK_EVENTS] })
  const call = await app.logIn()
  const ana = await addReachable()
  const browser = await openBrowserAs(app, 'operator')
  const save = (version: number) => call('PUT', '/api/admin/rules/own.tank', ruleOf(version))
  const list = async (what: string) => (await call('GET', `/api/mobile/${what}&limit=500`)).body.data
  /** The worst severity that each alert has had so far. */
  const had = new Map<number, Severity>()
  let calmed = 0
  let read = 0

  async function perform(deed: Deed, tanks: readonly TestDevice[], place: number): Promise<void> {
    const tank = tanks[place % tanks.length]!
    const now = Number(app.now())
    if (deed.kind === 'read') {
      await tank.send({ ts: now, metrics: { bar: deed.bar } })
      await app.fastForward({ seconds: deed.laterS })
    } else if (deed.kind === 'read late') {
      await tank.send({ ts: now - 200_000 - place, metrics: { bar: deed.bar } })
    } else if (deed.kind === 'edit') await save(deed.version)
    else if (deed.kind === 'silence') {
      const scope = { device_ids: [tank.id], max_severity: 'warning', duration_s: 300 }
      await call('POST', '/api/admin/silences', { reason: 'Filling', ...scope })
    } else {
      const open = await list(`incidents?status=active&device_id=${tank.id}`)
      const [incident] = open
      if (incident === undefined) return
      if (deed.kind !== 'merge') {
        const action = deed.kind === 'acknowledge' ? 'acknowledgement' : 'resolution'
        await call('POST', `/api/mobile/incidents/${incident.incident_id}/${action}`)
      } else {
        const others = await list(`incidents?status=active&device_id=${tanks[(place + 1) % tanks.length]!.id}`)
        const incident_ids = others.map((other: { incident_id: number }) => other.incident_id)
        await call('POST', `/api/mobile/incidents/${incident.incident_id}/merge`, { incident_ids })
      }
    }
    await app.runJobs()
  }

  async function assertLists(tanks: readonly TestDevice[]): Promise<void> {
    for (const { id } of tanks) {
      const alerts: (Row & { alert_id: number; incident_id: number | null; status: string })[] = await list(
        `alerts?device_id=${id}`,
      )
      for (const alert of alerts) {
        const { alert_id, severity, current_severity, status } = alert
        assertAgrees(`alert ${alert_id}`, alert)
        assert.equal(current_severity === null, status === 'resolved')
        if (current_severity != null) assert.ok(rank(current_severity) <= rank(severity), `alert ${alert_id}`)
        if (current_severity !== null && current_severity !== severity) calmed += 1
        assert.ok(rank(severity) >= rank(had.get(alert_id) ?? 'info'), `alert ${alert_id} has become ${severity}`)
        had.set(alert_id, severity)
      }
      const found = await list(`alerts?device_id=${id}&severity=critical`)
      const ids = (rows: { alert_id: number }[]) => rows.map(({ alert_id }) => alert_id)
      assert.deepEqual(ids(found), ids(alerts.filter(({ severity }) => severity === 'critical')))
      for (const incident of await list(`incidents?device_id=${id}`)) {
        assertAgrees(`incident ${incident.incident_id}`, incident)
        const { timeline } = (await call('GET', `/api/mobile/incidents/${incident.incident_id}`)).body.data
        for (const { kind, text } of timeline as { kind: string; text: string }[]) {
          const [, severity, title] = /^(info|warning|critical): (.*)$/.exec(text) ?? []
          if (severity !== undefined) assertAgrees(kind, { severity: severity as Severity, title: title! })
        }
      }
    }
  }

  const property = fc.asyncProperty(fc.array(deed, { minLength: 6, maxLength: 14 }), async (deeds) => {
    await save(0)
    const quiet = { offline_after_s: 86_400 }
    const tanks = [await app.createDevice(quiet), await app.createDevice(quiet)]
    for (const [place, one] of deeds.entries()) {
      await perform(one, tanks, place)
      if (one.kind === 'read' && one.laterS > 1) await assertLists(tanks)
    }
    await assertLists(tanks)
    const [head, ...rows] = (await browser.go('/alerts/export.csv')).text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    for (const row of rows) {
      const cell = (name: string) => row[head!.indexOf(name)]!
      const threshold = Number(cell('threshold'))
      assertAgrees('file', { severity: cell('severity') as Severity, title: cell('title'), threshold })
    }
    for (const { event, data } of receiver.requests.splice(0)) assertAgrees(event, data as unknown as Row)
    for (const [place, title] of ana.titles().entries()) {
      const line = ana.lines()[place]!
      const severity = severityOf(line)
      if (severity === undefined) continue
      // The first line of several incidents tells the first.
      assertAgrees(title, { severity, title: title.includes('above') ? title : line })
      read += 1
    }
  })
  await fc.assert(property, { numRuns: 10, endOnFailure: true })
  assert.ok(calmed > 5, `${calmed} looks at an alert that had calmed down`)
  assert.ok(read > 20, `${read} messages that name a severity`)
})
