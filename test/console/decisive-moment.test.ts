import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { type Preferences, savePreferences } from '../../src/core/people/preferences/preferences.ts'
import type { TestApp } from '../harness/app.ts'
import { onceTrue, openStranger, openWindow, type Window } from '../harness/chromium.ts'
import { startReachableApp } from '../harness/reachable.ts'

const NIGHT = new Date('2026-11-22T01:26:00.000Z')
const KRANJ = { lat: 46.2569, lng: 14.3556 }
const NOTES = `Ward 2, left of the lift. Key safe 4711. Daughter +386 41 234 567. ${'Do not lift alone. '.repeat(12)}`
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1_280, height: 800 }
const MOST_PX = 400

async function withPressure(t: TestContext) {
  const { app, addReachable } = await startReachableApp(t, { startsAt: NIGHT, env: { PUBLIC_URL: 'http://localhost' } })
  const [admin, boris] = [await addReachable('admin'), await addReachable()]
  await boris.call('PATCH', '/api/mobile/me', { name: 'Boris' })
  const room = await app.createDevice({ module: 'health', name: 'Room 3 · bedside monitor' })
  await admin.call('PATCH', `/api/admin/devices/${room.id}`, { notes: NOTES })
  for (const systolic of [131, 160, 185, 196]) {
    await room.send({ ts: Number(app.now()), ...KRANJ, metrics: { systolic } })
    await app.fastForward({ seconds: 70 })
  }
  const { navigate } = boris.browser.received.at(-1)!.payload.notification
  return { app, admin, boris, room, link: new URL(navigate).pathname }
}

/** A window of somebody with these preferences. */
async function openAs(t: TestContext, app: TestApp, view: object, chosen: Partial<Preferences>): Promise<Window> {
  const window = await openWindow(t, app, { role: 'operator', ...view })
  const [{ id }] = (await app.rows<{ id: number }>('select id from users where email = $1', [window.email])) as [
    { id: number },
  ]
  await savePreferences(app.service.db, id, { zone: 'Europe/Ljubljana', ...chosen })
  return window
}

const FACTS = {
  who: '#who',
  'how bad': '.how-bad strong',
  'since when': '.headline .since time',
  where: '.headline .where > span',
  'what helps': '.helps > p',
}

/** Where the parts of the headline lie that are not within the first 400 pixels. */
async function beyond(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [fact, selector] of Object.entries(FACTS)) {
    const box = await page.locator(selector).first().boundingBox()
    if (box === null || box.width === 0 || box.y < 0 || box.y + box.height > MOST_PX) {
      found.push(`${fact}: ${box === null ? 'not there' : `from ${box.y} to ${box.y + box.height}`}`)
    }
  }
  return found
}

const SAID = {
  en: [/^196\s?mmHg$/, /above 180 · for/, /km \w+ of |near /],
  de: [/^196\s?mmHg$/, /über 180 · seit/, /km \w+ von |bei /i],
} as const

for (const language of ['en', 'de'] as const) {
  test(`who, how bad, since when, where and what helps are within the first 400 pixels of an incident and of its link (${language})`, async (t) => {
    const { app, boris, link } = await withPressure(t)
    await savePreferences(app.service.db, boris.id, { language, zone: 'Europe/Ljubljana' })
    for (const view of [PHONE, DESK]) {
      const { page, go } = await openAs(t, app, { ...view, scheme: 'dark' }, { language })
      const stranger = await openStranger(t, app.url, { ...view, scheme: 'light' })
      await go('/incidents/1')
      await stranger.go(link)
      for (const at of [page, stranger.page]) {
        assert.deepEqual(await beyond(at), [], `${view.width} ${at.url()}`)
        assert.match((await at.locator('#who').textContent())!, /^Room 3 · bedside monitor$/)
        const [value, since, place] = SAID[language]
        assert.match((await at.locator(FACTS['how bad']).textContent())!, value)
        assert.match((await at.locator('.headline .since > span').textContent())!, since)
        assert.match((await at.locator(FACTS.where).textContent())!, place)
        assert.equal(await at.locator('.helps a').first().getAttribute('href'), 'tel:+38641234567')
      }
      for (const at of [page, stranger.page]) {
        const { violations } = await new AxeBuilder({ page: at }).analyze()
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
          [],
        )
      }
    }
  })
}

test('on a phone, the answers to an incident are at the thumb, and only one of them is blue', async (t) => {
  const { app } = await withPressure(t)
  const { page, go } = await openAs(t, app, PHONE, {})
  await go('/incidents/1')
  const bar = page.locator('#incident-actions')
  const { y, height } = (await bar.boundingBox())!
  assert.ok(y > PHONE.height - 150 && Math.abs(y + height - (PHONE.height - 57)) <= 2, `${y} ${height}`)
  const spoken = 'Room 3 · bedside monitor, systolic 196\u202fmmHg'
  const acknowledge = bar.getByRole('button', { name: `Acknowledge: ${spoken}`, exact: true })
  assert.equal(await acknowledge.getAttribute('class'), 'primary')
  assert.equal(await bar.locator('.disclosure > summary.primary').count(), 0)
  await acknowledge.click()
  await page.locator('#incident-state .badge.acknowledged').waitFor()
  assert.match((await page.locator('#incident-state .owner').textContent())!, /^You are on it since \d\d:\d\d$/)
  const resolve = bar.locator('#resolve > summary')
  assert.equal(await resolve.getAttribute('aria-label'), `Resolve: ${spoken}`)
  assert.ok((await resolve.getAttribute('class'))!.includes('quiet'))
  assert.ok((await resolve.boundingBox())!.height >= 44)
})

test('an action of the menu is opened by its key, and Escape leads back', async (t) => {
  const { app } = await withPressure(t)
  const { page, go } = await openAs(t, app, DESK, {})
  await go('/incidents/1')
  await page.locator('.pill[data-state]').waitFor()
  await page.keyboard.press('e')
  await page.locator('dialog[open] select:focus').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.more-actions > summary:focus').waitFor()
  assert.equal(await page.locator('.more-actions[open]').count(), 0)
  await page.locator('.more-actions > summary').click()
  await page.locator('#snooze > summary').click()
  await page.locator('dialog[open]').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#snooze > summary:focus').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.more-actions:not([open]) > summary:focus').waitFor()
})

test('the value of an open page follows the readings, and its map is fetched when somebody scrolls to it', async (t) => {
  const { app, room } = await withPressure(t)
  const { page, go } = await openAs(t, app, PHONE, {})
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await go('/incidents/1')
  await page.locator('.pill[data-state=live]').waitFor()
  assert.deepEqual(
    asked.filter((path) => /map\.|world/.test(path)),
    [],
  )
  await room.send({ ts: Number(app.now()), ...KRANJ, metrics: { systolic: 204 } })
  await page.locator('.how-bad strong', { hasText: '204' }).waitFor()
  await page.locator('#map').scrollIntoViewIfNeeded()
  await onceTrue(page, "document.querySelector('#map[data-mounted] .leaflet-map-pane') !== null")
  assert.ok((await page.locator('#map').boundingBox())!.height >= 200)
})

test('what people wrote comes before what machines did, newest first, and what was sent is folded by step', async (t) => {
  const { app, boris } = await withPressure(t)
  for (const text of ['On my way', 'She sits. See https://example.org/plan']) {
    await boris.call('POST', '/api/mobile/incidents/1/notes', { text })
    await app.fastForward({ seconds: 5 })
  }
  const { page, go } = await openAs(t, app, PHONE, {})
  await go('/incidents/1')
  assert.deepEqual(await page.locator('#incident-notes .note-text').allTextContents(), [
    'She sits. See https://example.org/plan',
    'On my way',
  ])
  assert.equal(await page.locator('#incident-notes a').getAttribute('href'), 'https://example.org/plan')
  const step = page.locator('#incident-notified summary', { hasText: /^Step 1: \d (person|people) notified by push/ })
  assert.equal(await page.getByText('Boris · Phone').isVisible(), false)
  await step.click()
  await page.getByText('Boris · Phone').waitFor()
  assert.equal(await page.locator('.incident-timeline .person_notified').first().isVisible(), false)
  const order = await page.evaluate<number[]>(
    "['#incident-notes', '#incident-curve', '#incident-vitals', '#map', '#incident-alerts', '#incident-timeline', '#incident-notified'].map((id) => document.querySelector(id).getBoundingClientRect().top)",
  )
  assert.deepEqual(
    order,
    order.toSorted((one, other) => one - other),
  )
})

test('the page of an alert begins in the same way, with its own value and limit', async (t) => {
  const { app } = await withPressure(t)
  const { page, go } = await openAs(t, app, PHONE, {})
  await go('/alerts/1')
  assert.deepEqual(await beyond(page), [])
  assert.match((await page.locator('.how-bad strong').textContent())!, /^196\s?mmHg$/)
  const acknowledge = page.locator('#alert-actions > form > button.primary')
  assert.match((await acknowledge.getAttribute('aria-label'))!, /^Acknowledge: Room 3 · bedside monitor, systolic 196/)
})

test('the line of the last hour is drawn over the minutes that were measured, so that a rise of five minutes is no stroke', async (t) => {
  const { app } = await withPressure(t)
  const { page, go } = await openAs(t, app, PHONE, {})
  await go('/incidents/1')
  const [width, all] = await page.evaluate<[number, number]>(
    "['.hour path:last-child', '.hour'].map((part) => document.querySelector(part).getBoundingClientRect().width)",
  )
  assert.ok(width > all / 4, `${width} of ${all}`)
})

test('a telephone number stays on one line and in its order, on any width and among words from right to left', async (t) => {
  const { app, admin, room } = await withPressure(t)
  const { page, go } = await openAs(t, app, PHONE, {})
  const numberOf = () =>
    page.evaluate<{ lines: number; direction: string }>(`(() => {
      const link = document.querySelector('.helps a[href^="tel:"]')
      const { direction, fontSize } = getComputedStyle(link)
      return { lines: Math.round(link.getBoundingClientRect().height / (parseFloat(fontSize) * 1.43)), direction }
    })()`)
  for (const before of ['word word word word word word word', '\u0627\u0644\u0627\u0628\u0646\u0629 '.repeat(6)]) {
    await admin.call('PATCH', `/api/admin/devices/${room.id}`, { notes: `${before} +386 41 234 567 at night` })
    for (const width of [320, 340, 360, 390, 420]) {
      await page.setViewportSize({ width, height: 700 })
      await go('/incidents/1')
      assert.deepEqual(await numberOf(), { lines: 1, direction: 'ltr' }, `${width}`)
    }
  }
})

test('a storm is as red as a value, its first device has no pin, and the values of its devices are their last ones', async (t) => {
  const { app, addReachable } = await startReachableApp(t, { startsAt: NIGHT, env: { PUBLIC_URL: 'http://localhost' } })
  await addReachable('admin')
  const hall = { module: 'factory' as const, tags: ['hall-4'], offline_after_s: 20 }
  const devices = await Promise.all(
    Array.from({ length: 10 }, (_, place) => app.createDevice({ ...hall, name: `Sensor ${place}` })),
  )
  await app.createDevice({ tags: ['hall-1'], offline_after_s: 3_600 })
  await app.fastForward({ seconds: 20 })
  for (const device of devices) await device.send({ metrics: { temperature: 20 } })
  await app.fastForward({ seconds: 300 })
  const { page, go } = await openAs(t, app, PHONE, {})
  await go('/incidents/1')
  const colours = await page.evaluate<string[]>(
    "['#who', '.headline .badge.critical'].map((part) => getComputedStyle(document.querySelector(part)).color)",
  )
  assert.equal(colours[0], colours[1])
  assert.equal(await page.locator('.headline .where use[href$="#map-pin"]').count(), 0)
  const ofDevice = page.locator('#incident-vitals .vitals').first()
  assert.deepEqual(await ofDevice.locator('th[scope=col]').allTextContents(), ['Metric', 'Then', 'Last value'])
  assert.match((await ofDevice.locator('p.meta').textContent())!, /Last value: 5 minutes ago/)
})

test('whoever snoozed an incident is not said to be on it', async (t) => {
  const { app, boris, link } = await withPressure(t)
  const stranger = await openStranger(t, app.url, PHONE)
  await stranger.go(link)
  await stranger.page.getByText('Acknowledge says that you are on it. Then nobody else is notified.').waitFor()
  const until = new Date(Number(app.now()) + 3_600_000).toISOString()
  await boris.call('POST', '/api/mobile/incidents/1/acknowledgement', { until })
  const { page, go } = await openAs(t, app, PHONE, {})
  await go('/incidents/1')
  assert.match(
    (await page.locator('#incident-state').textContent())!,
    /^Snoozed until 0\d:\d\d\s+Snoozed by Boris, 0\d:\d\d$/,
  )
  await stranger.page.reload()
  assert.match((await stranger.page.locator('.owner').textContent())!, /^You snoozed it, 0\d:\d\d$/)
  assert.equal(await stranger.page.getByText('Acknowledge says').count(), 0)
})

test('the name of a device, however long its words, makes neither the page nor its dialogs wider than a phone', async (t) => {
  const { app, admin, room } = await withPressure(t)
  const name = `${'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.slice(0, 80)} Room 3`
  await admin.call('PATCH', `/api/admin/devices/${room.id}`, { name })
  const { page, go } = await openAs(t, app, { width: 320, height: 640 }, {})
  await go('/incidents/1')
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
  await page.locator('.more-actions > summary').click()
  await page.locator('#resolve > summary').click()
  await page.locator('dialog[open]').getByText(name).waitFor()
  assert.ok(await page.evaluate("document.querySelector('dialog[open]').scrollWidth <= 320"))
})
