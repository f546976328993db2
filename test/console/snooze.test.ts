import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { savePreferences } from '../../src/core/people/preferences/preferences.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, openBrowser } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'

/** In Ljubljana, 01:30 of the day on which clocks are put forward. */
const NIGHT = new Date('2026-03-29T00:30:00.000Z')

async function startWithIncident(t: TestContext): Promise<TestApp> {
  const app = await startApp(t, { startsAt: NIGHT })
  const device = await app.createDevice({ module: 'health', name: 'Bed 12' })
  await device.send({ ts: NIGHT.getTime() / 1_000, metrics: { systolic: 190 } })
  return app
}

async function withIncident(t: TestContext, preferences: object = { zone: 'Europe/Ljubljana' }) {
  const app = await startWithIncident(t)
  const { id, email } = await addUser(app, 'operator')
  await savePreferences(app.service.db, id, preferences)
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  const snoozedUntil = async (table: 'alerts' | 'incidents') => {
    const [row] = await app.rows<{ snoozed_until: Date | null }>(`select snoozed_until from ${table}`)
    return row!.snoozed_until?.toISOString() ?? null
  }
  return { app, browser, snoozedUntil }
}

test('without scripts, an incident is snoozed for a while, until tomorrow morning, or until a time of the reader', async (t) => {
  const { app, browser, snoozedUntil } = await withIncident(t)
  const snooze = async (fields: Record<string, string>) => {
    await browser.go('/incidents/1')
    return browser.send('/incidents/1/acknowledgement', fields)
  }
  const page = await snooze({ snooze: '1800' })
  assert.match(page.text, /Snoozed\./)
  assert.match(page.text, /Snoozed until <time [^>]*>03:00</)
  assert.equal(await snoozedUntil('incidents'), '2026-03-29T01:00:00.000Z')
  await snooze({ snooze: '28800' })
  assert.equal(await snoozedUntil('incidents'), '2026-03-29T08:30:00.000Z')
  await snooze({ snooze: 'tomorrow' })
  assert.equal(await snoozedUntil('alerts'), '2026-03-30T06:00:00.000Z')
  assert.match((await browser.go('/incidents')).text, /Snoozed until <time [^>]*>30 Mar, 08:00</)
  assert.match((await browser.go('/alerts')).text, /Snoozed until <time [^>]*>30 Mar, 08:00</)
  await snooze({ snooze: 'until', until: '2026-03-29T04:30' })
  assert.equal(await snoozedUntil('incidents'), '2026-03-29T02:30:00.000Z')
  await app.fastForward({ minutes: 2 * 60 })
  const after = await browser.go('/incidents/1')
  assert.doesNotMatch(after.text, /Snoozed until/)
  assert.match(after.text, /<strong>Unacknowledged<[\s\S]*The snooze is over/)
  assert.match(after.text, /<strong>Snoozed<[\s\S]*until <time/)
})

test('an alert is snoozed on its page, and its incident with it', async (t) => {
  const { browser, snoozedUntil } = await withIncident(t)
  await browser.go('/alerts/1')
  const page = await browser.send('/alerts/1/acknowledgement', { snooze: '7200' })
  assert.match(page.text, /Snoozed until <time [^>]*>04:30</)
  assert.deepEqual(
    [await snoozedUntil('alerts'), await snoozedUntil('incidents')],
    ['2026-03-29T02:30:00.000Z', '2026-03-29T02:30:00.000Z'],
  )
  assert.match((await browser.go('/incidents/1')).text, /<strong>Alert snoozed<[\s\S]*until <time/)
})

test('a time that has passed is refused where it was entered, in the language of the reader', async (t) => {
  const { browser, snoozedUntil } = await withIncident(t, { zone: 'Europe/Ljubljana', language: 'de' })
  for (const what of ['incidents', 'alerts']) {
    await browser.go(`/${what}/1`)
    const refused = await browser.send(`/${what}/1/acknowledgement`, { snooze: 'until', until: '2026-03-29T01:00' })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /<details class="disclosure" id="snooze" data-dialog open>/)
    assert.match(refused.text, /value="2026-03-29T01:00"[\s\S]*Diese Angabe liegt in der Vergangenheit/)
    const far = await browser.send(`/${what}/1/acknowledgement`, { snooze: 'until', until: '2026-05-01T01:00' })
    assert.match(far.text, /Diese Angabe darf höchstens 30 Tage entfernt sein/)
  }
  assert.equal(await snoozedUntil('incidents'), null)
})

for (const [width, scheme] of [
  [390, 'light'],
  [1_280, 'dark'],
] as const) {
  test(`an incident is snoozed in a dialog, ${width} pixels wide, ${scheme}`, async (t) => {
    const app = await startWithIncident(t)
    const { page, go, problems } = await openWindow(t, app, { role: 'operator', width, scheme })
    const picture = async (name: string) => {
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}-${name}-${width}.png` })
    }
    await go('/incidents/1')
    await picture('before')
    await page.locator('.more-actions > summary').click()
    await page.locator('#snooze summary').click()
    const dialog = page.locator('dialog')
    await dialog.waitFor()
    await dialog.locator('button[value="1800"]:focus').waitFor()
    await picture('dialog')
    assert.deepEqual((await new AxeBuilder({ page }).analyze()).violations, [])
    await dialog.getByRole('button', { name: '2' }).click()
    await page.locator('#incident-state').getByText('Snoozed until').waitFor()
    await picture('after')
    for (const path of ['/incidents', '/alerts', '/alerts/1']) {
      await go(path)
      await page.getByText('Snoozed until').first().waitFor()
      await picture(path.replaceAll('/', '-'))
    }
    assert.deepEqual(problems, [])
  })
}
