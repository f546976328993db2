import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'

/** A patient with an alert and its incident, and a note on each. */
async function withNotes(app: TestApp) {
  const monitor = await app.createDevice({ name: 'Bed 1', module: 'health' })
  for (const systolic of [120, 122, 191]) {
    await monitor.send({ metrics: { systolic } })
    await app.leap({ seconds: 60 })
  }
  const [alert] = await app.rows<{ alert_id: number; incident_id: number }>(
    'select alert_id::integer, incident_id::integer from alerts',
  )
  const { alert_id, incident_id } = alert!
  const save = await app.logIn('operator')
  await save('POST', `/api/mobile/incidents/${incident_id}/notes`, { text: 'Doctor called <b>' })
  await save('POST', `/api/mobile/alerts/${alert_id}/notes`, { text: 'Measured again' })
  await app.leap({ seconds: 60 })
  return { monitor, alert: `/alerts/${alert_id}`, incident: `/incidents/${incident_id}` }
}

test('charts mark alerts, incidents and the notes on them, with links', async (t) => {
  const app = await startApp(t)
  const { monitor, alert, incident } = await withNotes(app)
  const browser = await openBrowserAs(app, 'viewer')
  for (const page of [`/devices/${monitor.id}`, `/devices/${monitor.id}/history`]) {
    const { text } = await browser.go(`${page}?range=1h`)
    const [, list] = /<details class="chart-marks"[^>]*>(.*?)<\/details>/s.exec(text)!
    const links = [...list!.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)].map(([, address, words]) => [address, words])
    assert.deepEqual(
      links.toSorted(),
      [
        [alert, 'Alert: Systolic blood pressure above 180 mmHg'],
        [alert, 'Note on the alert “Systolic blood pressure above 180 mmHg”: Measured again'],
        [incident, `Incident #${incident.split('/').at(-1)}: Systolic blood pressure above 180 mmHg`],
        [incident, `Note on incident #${incident.split('/').at(-1)}: Doctor called &lt;b&gt;`],
      ].toSorted(),
    )
    assert.match(text, /<g class="mark critical">/)
  }
  const earlier = await browser.go(`/devices/${monitor.id}/history?from=2000-01-01T00:00:00Z&to=2000-01-02T00:00:00Z`)
  assert.doesNotMatch(earlier.text, /chart-marks/)
})

test('the printed review marks what people did on the graphs of its alerts', async (t) => {
  const app = await startApp(t)
  const { incident } = await withNotes(app)
  const { text } = await (await openBrowserAs(app, 'viewer')).go(`${incident}/review`)
  assert.match(text, /<g class="mark none">/)
  assert.match(text, /<ol>.*Doctor called &lt;b&gt;/s)
})

test('on paper, charts are the drawn ones, in the colours of paper', async (t) => {
  const app = await startApp(t)
  const { monitor } = await withNotes(app)
  const { page, go } = await openWindow(t, app, { scheme: 'dark' })
  await go(`/devices/${monitor.id}/history?range=1h`)
  await page.locator('#plot-systolic canvas').waitFor()
  const drawn = page.locator('#plot-systolic > svg.drawn')
  assert.equal(await drawn.isVisible(), false)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await drawn.isVisible(), true)
  assert.equal(await page.locator('#plot-systolic canvas').isVisible(), false)
  assert.equal(await page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'light')
  assert.equal(await page.locator('.chart-marks li').first().isVisible(), true)
})
