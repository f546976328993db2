import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../harness/app.ts'
import { openWindow } from '../harness/chromium.ts'
import { type Listed, putOnLists } from '../harness/open-lists.ts'
import { addSite } from '../harness/sites.ts'

const PHONE = { width: 390, height: 844 }
/** The navigation covers the last rows of pixels. */
const NAVIGATION_PX = 57
/** Where a thumb hits: Apple's and Google's guidelines. */
const THUMB_PX = 44

async function withMany(t: TestContext): Promise<TestApp> {
  const app = await startApp(t)
  const { id } = await app.createDevice({ name: 'Carbon monoxide sensor, hall 3', module: 'factory' })
  const rows = Array.from(
    { length: 20 },
    (_, n): Listed => ({
      ...{ title: `Carbon monoxide above 35 ppm (${n})`, severity: n % 2 ? 'critical' : 'warning', device_id: id },
      status: n % 3 === 0 ? 'acknowledged' : 'firing',
    }),
  )
  await putOnLists(app, rows)
  return app
}

/** Whether it is whole within the first screen, above the navigation. */
async function isInFirstScreen(page: Page, selector: string): Promise<string | true> {
  await page.evaluate('scrollTo(0, 0)')
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) return `${selector} is not there`
  const [top, bottom] = [box.y, box.y + box.height].map(Math.round) as [number, number]
  return (top >= 0 && bottom <= PHONE.height - NAVIGATION_PX) || `${selector} is from ${top} to ${bottom}`
}

for (const scripts of [true, false]) {
  test(`on a phone${scripts ? '' : ' without scripts'}, the first alert and the first incident are within the first screen, with a button for the thumb`, async (t) => {
    const app = await withMany(t)
    const { page, go } = await openWindow(t, app, { ...PHONE, role: 'operator', scripts })
    for (const list of ['alerts', 'incidents']) {
      await go(`/${list}`)
      assert.equal(await isInFirstScreen(page, 'tbody tr'), true, list)
      const button = page
        .locator('tbody tr')
        .first()
        .getByRole('button', { name: /^Acknowledge/ })
      const [{ y, height }, row] = [
        (await button.boundingBox())!,
        (await page.locator('tbody tr').first().boundingBox())!,
      ]
      assert.ok(height >= THUMB_PX, `${list}: the button is ${height} px high`)
      assert.ok(y + height - row.y <= 60, `${list}: the button is in the first line`)
    }
    await go('/devices')
    assert.equal(await isInFirstScreen(page, 'tbody tr'), true)
    await go('/')
    assert.equal(await isInFirstScreen(page, '#attention li'), true)
    const [attention, tiles] = [
      await page.locator('#attention').boundingBox(),
      await page.locator('#tiles').boundingBox(),
    ]
    assert.ok(attention!.y < tiles!.y, 'what needs attention comes before the tiles')
  })

  test(`on a phone${scripts ? '' : ' without scripts'}, filters are folded, count those that are set, and sort the list`, async (t) => {
    const app = await withMany(t)
    const { page, go } = await openWindow(t, app, { ...PHONE, role: 'operator', scripts })
    await go('/alerts?severity=critical&module=health')
    const fold = page.locator('.folded-filters > summary')
    assert.equal(await fold.textContent(), 'Filter (2)')
    assert.equal(await page.getByRole('link', { name: 'Warning' }).isVisible(), false)
    await fold.click()
    await page.locator('.folded-filters').getByRole('link', { name: 'Triggered' }).click()
    await page.waitForURL(/sort=-time/)
    assert.equal(await fold.textContent(), 'Filter (2)')
    await go('/alerts?from=2026-03-02&to=2026-03-01')
    await page.locator('#range-to-error').waitFor()
  })

  test(`on a phone${scripts ? '' : ' without scripts'}, the first selected row brings the actions to the thumb`, async (t) => {
    const app = await withMany(t)
    const { page, go } = await openWindow(t, app, { ...PHONE, role: 'operator', scripts })
    await go('/incidents')
    const bar = page.locator('.selection.bar')
    assert.equal(await bar.isVisible(), false)
    await page.locator('tbody input[type=checkbox]').first().check()
    const box = (await bar.boundingBox())!
    assert.ok(box.y > PHONE.height / 2 && Math.abs(box.y + box.height - (PHONE.height - NAVIGATION_PX)) <= 2)
    await bar.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByText('1 incident acknowledged.').waitFor()
  })
}

test('a wide screen shows the commonest filters in one line, and the order in the headings', async (t) => {
  const app = await withMany(t)
  const { page, go } = await openWindow(t, app, { role: 'operator', scripts: false })
  await go('/alerts')
  assert.equal(await page.getByRole('link', { name: 'Health' }).isVisible(), false)
  await page.getByRole('link', { name: 'Warning' }).first().click()
  await page.waitForURL(/severity=warning/)
  assert.equal(await page.locator('.sorts').isVisible(), false)
  await page.getByRole('columnheader', { name: 'Triggered' }).getByRole('link').click()
  await page.waitForURL(/severity=warning&sort=-time/)
  assert.equal(await page.getByRole('columnheader', { name: 'Triggered' }).getAttribute('aria-sort'), 'descending')
})

test('lists and the overview need no sideways scrolling at 320 pixels', async (t) => {
  const app = await withMany(t)
  const { page, go } = await openWindow(t, app, { width: 320, height: 700, role: 'operator' })
  for (const path of ['/', '/alerts', '/incidents', '/devices', '/alerts?status=all&name=x']) {
    await go(path)
    const box = page.locator('tbody input[type=checkbox]').first()
    if (await box.isVisible()) await box.check()
    const fold = page.locator('.folded-filters > summary')
    if (await fold.isVisible()) await fold.click()
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320, path)
  }
})

test('open filters and the actions on selected rows of a phone are accessible, and no focus is hidden', async (t) => {
  const app = await withMany(t)
  const { page, go } = await openWindow(t, app, { ...PHONE, role: 'operator' })
  for (const list of ['alerts', 'incidents', 'devices']) {
    await go(`/${list}`)
    await page.locator('.folded-filters > summary').click()
    await page.locator('tbody input[type=checkbox]').first().check()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const { violations } = await new AxeBuilder({ page }).analyze()
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
        [],
        `${list} ${colorScheme}`,
      )
    }
    await page.locator('thead a').first().focus()
    const shape = await page.evaluate<string>("getComputedStyle(document.querySelector('thead')).clipPath")
    assert.equal(shape, 'none', 'a heading with the focus is shown')
  }
})

test('on a phone, the current tab of a device is in sight', async (t) => {
  const app = await startApp(t)
  const { id } = await app.createDevice({ module: 'health' })
  const { page, go } = await openWindow(t, app, PHONE)
  await go(`/devices/${id}/settings`)
  const { x, width } = (await page.locator('.page-tabs [aria-current]').boundingBox())!
  assert.ok(x >= 0 && x + width <= PHONE.width, `from ${x} to ${x + width}`)
})

test('on a phone, a device takes three lines of the list, and the switch of a rule is beside its name', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice({ name: 'Boiler room', module: 'factory', tags: ['plant'] })
  await device.send({ battery: 40, signal: -70, metrics: { temperature: 20 } })
  const { page, go } = await openWindow(t, app, PHONE)
  await go('/devices')
  const { height } = (await page.locator('#device-list tbody tr').boundingBox())!
  assert.ok(height <= 112, `${height} px`)
  await go('/rules')
  const row = page.locator('.rule-group tbody tr').first()
  const [name, button] = [await row.locator('.rule-name').boundingBox(), await row.locator('.switch').boundingBox()]
  assert.ok(Math.abs(name!.y - button!.y) <= 16 && button!.x > PHONE.width - 100, JSON.stringify({ name, button }))
})

test('the head of a small phone is one line, also with several sites and without a connection', async (t) => {
  const app = await startApp(t)
  await addSite(app, 'Family Überschär-Hohenzollern')
  const { page, go } = await openWindow(t, app, { width: 320, height: 640, expects: /ERR_INTERNET_DISCONNECTED/ })
  await go('/')
  const [pill, head] = [page.locator('.pill'), page.locator('.side')]
  await page.locator('.pill[data-state=live]').waitFor()
  const { height } = (await head.boundingBox())!
  await page.context().setOffline(true)
  await page.locator('.pill[data-state=reconnecting]').waitFor()
  assert.equal((await head.boundingBox())!.height, height)
  assert.match((await pill.textContent())!, /Reconnecting|Polling/, 'the words are there for those who hear the page')
  const [arrow, choice] = [
    (await page.locator('.sites summary .icon').last().boundingBox())!,
    (await page.locator('.sites summary').boundingBox())!,
  ]
  assert.ok(arrow.x + arrow.width <= choice.x + choice.width, 'the arrow is within its box')
  assert.ok(choice.x + choice.width <= (await pill.boundingBox())!.x, 'the box ends before the sign')
})
