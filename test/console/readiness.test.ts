import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addUser, openBrowser, openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'
import { startReachableApp } from '../harness/reachable.ts'

const plain = (text: string) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('a service as it was installed says what stands in the way, and what to do', async (t) => {
  const app = await startApp(t)
  const page = await (await openBrowserAs(app, 'operator')).go('/readiness')
  const text = plain(page.text)
  assert.match(text, /Nobody can be notified yet/)
  assert.match(text, /If this machine dies, nobody will notice .*set its ping URL under Settings/)
  assert.match(text, /The URL of this service is local/)
  assert.match(text, /Nobody would be notified\./)
  assert.match(text, /not notified: no verified contact method/)
  assert.equal((await (await openBrowserAs(app, 'viewer')).go('/readiness')).status, 403)
})

test('the page plays tonight through: steps, people, methods and quiet hours', async (t) => {
  const { app, addReachable } = await startReachableApp(t, { env: { HEARTBEAT_URL: 'https://hc.example.org/1' } })
  const ana = await addReachable('operator')
  const quiet_hours = {
    from: '22:00',
    to: '07:00',
    days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    time_zone: 'UTC',
  }
  const preferences = { min_severity: 'warning', quiet_hours, critical_breaks_quiet: true }
  const saved = await ana.call('PUT', '/api/mobile/me/notification-preferences', {
    ...preferences,
    steps: [{ after_s: 0, method_ids: null }],
  })
  assert.equal(saved.status, 200)
  const tom = await addReachable('operator')
  await tom.call('PUT', '/api/mobile/me/notification-preferences', {
    min_severity: 'critical',
    quiet_hours: null,
    critical_breaks_quiet: true,
    steps: [{ after_s: 0, method_ids: null }],
  })
  await app.createDevice({ name: 'Bed 12', module: 'health' })
  const browser = await openBrowserAs(app, 'operator')
  const critical = plain((await browser.go('/readiness')).text)
  assert.doesNotMatch(critical, /If this machine dies|Nobody can be notified/)
  assert.match(critical, /3 Mar 2026, 03:00:00 UTC Step 1 .*Phone Push .*3 Mar 2026, 03:05:00 UTC Step 2/)
  assert.match(critical, /gives up after 3 rounds/)
  const warning = plain((await browser.go('/readiness?device=bed+12&severity=warning&at=2026-03-03T23:30')).text)
  assert.match(warning, /Phone Push · held until 4 Mar 2026, 07:00:00 UTC/)
  assert.match(warning, /not notified: only wants higher severities/)
  assert.match(warning, /gives up after one round/)
  assert.match(plain((await browser.go('/readiness?severity=info')).text), /Info never notifies anybody/)
  const unknown = await browser.go('/readiness?device=Bed+99')
  assert.match(unknown.text, /id="device-error">This must be a device: there is none called/)
  assert.match(unknown.text, /value="Bed 99"/)
})

test('a step in which nobody can be reached is not waited for, as in an escalation', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const chief = await addReachable('admin')
  const lonely = await (await app.logIn('viewer'))('GET', '/api/mobile/me')
  const to = (id: number) => [{ type: 'user', id }]
  const steps = [
    { wait_s: 60, targets: to(lonely.body.data.id) },
    { wait_s: 600, targets: to(chief.id) },
    { wait_s: 300, targets: to(lonely.body.data.id) },
  ]
  const policy = await chief.call('POST', '/api/admin/escalation-policies', { name: 'Night', rounds: 2, steps })
  const rehearsal = async () =>
    (await chief.call('GET', '/api/mobile/readiness?at=2026-03-03T03:00:00Z')).body.data.rehearsal
  const { steps: planned, given_up_at } = await rehearsal()
  assert.deepEqual(
    planned.map(({ at }: { at: string }) => at.slice(11, 19)),
    ['03:01:00', '03:01:00', '03:06:00'],
  )
  // Two rounds of 300 s, with a pause of 300 s and the first wait after each.
  assert.equal(given_up_at.slice(11, 19), '03:23:00')
  await chief.call('PATCH', `/api/admin/escalation-policies/${policy.body.data.id}`, { steps: [steps[0], steps[2]] })
  assert.equal((await rehearsal()).given_up_at, '2026-03-03T03:01:00.000Z')
  const text = plain((await (await openBrowserAs(app, 'operator')).go('/readiness')).text)
  assert.match(text, /Nobody was notified, so every administrator is notified by every method/)
})

test('on a phone, the button is below the time, not upon it', async (t) => {
  const { page, go } = await openWindow(t, await startApp(t))
  await page.setViewportSize({ width: 390, height: 844 })
  await go('/readiness')
  const [time, button] = await Promise.all([
    page.locator('.readiness-question [name=at]').boundingBox(),
    page.locator('.readiness-question button').boundingBox(),
  ])
  assert.ok(button!.y >= time!.y + time!.height)
})

test('administrators get a link to the field that solves a problem, everybody one to their own notifications', async (t) => {
  const app = await startApp(t)
  const linksOf = async (role: 'admin' | 'operator') => {
    const browser = openBrowser(app.url)
    await browser.logIn((await addUser(app, role)).email)
    const { text } = await browser.go('/readiness')
    const list = /<ul class="readiness-problems">.*?<\/ul>/s.exec(text)![0]
    return [...list.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)
  }
  const fields = ['/settings#address', '/settings#heartbeat']
  assert.deepEqual(await linksOf('admin'), ['/account/notifications', ...fields])
  assert.deepEqual(await linksOf('operator'), ['/account/notifications'])
})
