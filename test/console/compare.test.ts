import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { startApp, type TestApp, type TestDevice } from '../harness/app.ts'
import { openBrowser, openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'
import { addMember, startSiteWorld } from '../harness/site-worlds.ts'

const seconds = (app: TestApp) => Math.floor(app.now().getTime() / 1_000)

/** Two rooms with an hour of values, the second one a degree warmer. */
async function rooms(app: TestApp): Promise<[TestDevice, TestDevice]> {
  const [kitchen, cellar] = [
    await app.createDevice({ name: 'Kitchen', module: 'home_infra' }),
    await app.createDevice({ name: 'Cellar <b>', module: 'home_infra' }),
  ]
  for (let minute = 60; minute >= 0; minute -= 5) {
    const ts = seconds(app) - minute * 60
    await kitchen.send({ ts, metrics: { temperature: 20 + minute / 60, humidity: 40 } })
    await cellar.send({ ts: ts - 30, metrics: { temperature: 21 + minute / 60 }, battery: 80 })
  }
  return [kitchen, cellar]
}

// biome-ignore lint/suspicious/noExplicitAny: what is drawn is what the test asserts
const linesIn = (text: string): any[] => {
  const [, data] = /data-chart="([^"]+)"/.exec(text) ?? []
  return data === undefined
    ? []
    : JSON.parse(data.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'))
}

test('metrics of several devices are compared in one chart, which its address describes', async (t) => {
  const app = await startApp(t)
  const [kitchen, cellar] = await rooms(app)
  const browser = await openBrowserAs(app, 'viewer')
  const device = await browser.go(`/devices/${kitchen.id}?range=6h`)
  assert.match(device.text, new RegExp(`href="/compare\\?series=${kitchen.id}%3Atemperature&amp;range=6h"`))
  const address = `/compare?series=${kitchen.id}:temperature,${cellar.id}:temperature,${kitchen.id}:humidity&range=6h`
  const { text } = await browser.go(address)
  assert.deepEqual(
    linesIn(text).map(({ name, unit }) => [name, unit]),
    [
      ['Temperature, Kitchen', '°C'],
      ['Temperature, Cellar <b>', '°C'],
      ['Humidity, Kitchen', '%'],
    ],
  )
  assert.equal([...text.matchAll(/<text class="tick second"/g)].length >= 4, true, 'a second axis for the second unit')
  assert.match(text, /<a href="[^"]*" title="Remove Humidity, Kitchen">|title="Remove Humidity, Kitchen"/)
  const file = await browser.go(address.replace('/compare', '/compare/export'))
  const rows = file.text.trim().split('\r\n')
  assert.equal(rows[0], 'at,device_id,device,metric,unit,value,min,max')
  assert.equal(rows.length, 1 + 3 * 13)
})

test('a chart compares at most eight lines with two units', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice({ name: 'Monitor', module: 'health' })
  const keys = 'abcdefghi'.split('').map((letter) => `value_${letter}`)
  await device.send({
    metrics: { temperature: 36.6, spo2: 98, ...Object.fromEntries(keys.map((key) => [key, 1])) },
  })
  const browser = await openBrowserAs(app, 'viewer')
  const series = (metrics: readonly string[]) => metrics.map((metric) => `${device.id}:${metric}`).join()
  assert.equal(linesIn((await browser.go(`/compare?series=${series(keys)}`)).text).length, 8)
  const { text } = await browser.go(`/compare?series=${series(['temperature', 'spo2', 'value_a'])}`)
  assert.equal(linesIn(text).length, 2)
  assert.match(text, /1 line is left out: the chart already has two units/)
  assert.match(text, /<span class="closed" title="The chart already has two units\.">/)
  assert.equal(linesIn((await browser.go('/compare?series=nonsense,0:a,7:')).text).length, 0)
})

test('devices out of reach are as absent from a comparison as those that do not exist', async (t) => {
  const { app, south } = await startSiteWorld(t)
  const hidden = await app.createDevice({ site_id: south, name: 'Hidden', module: 'health' })
  await hidden.send({ metrics: { systolic: 120 } })
  await addMember(app, 1, 'reader@example.org', 'viewer')
  const browser = openBrowser(app.url)
  await browser.logIn('reader@example.org')
  const look = async (path: string) => {
    const { status, text } = await browser.go(path)
    return [status, text.replace(/[0-9a-f]{64}/g, '').replace(/\d+(?=(:|%3A)systolic)/g, '')]
  }
  for (const path of ['/compare', '/compare/export']) {
    const of = (id: number) => `${path}?series=${id}:systolic&from=2026-03-02T12:00:00Z&to=2026-03-02T13:00:00Z`
    assert.deepEqual(await look(of(hidden.id)), await look(of(9999)))
  }
  assert.doesNotMatch((await browser.go('/compare?find=hid')).text, /Hidden/)
})

test('compared lines are told apart without colours, and read with the keyboard', async (t) => {
  const app = await startApp(t)
  const [kitchen, cellar] = await rooms(app)
  const { page, go } = await openWindow(t, app)
  await go(`/compare?series=${kitchen.id}:temperature,${cellar.id}:temperature&range=6h`)
  await page.locator('#plot-compare canvas').waitFor()
  await page.locator('#plot-compare').focus()
  await page.keyboard.press('End')
  const said = await page.locator('#chart-says').textContent()
  assert.match(said!, /Temperature, Kitchen 20\s°C, Temperature, Cellar <b> 21\s°C/)
  const dashes = await page
    .locator('.compared .line-sample path')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('stroke-dasharray')))
  assert.equal(new Set(dashes).size, 2)
  await page.getByRole('link', { name: 'Remove Temperature, Kitchen' }).click()
  await page.waitForURL((url) => url.searchParams.get('series') === `${cellar.id}:temperature`)
  const { violations } = await new AxeBuilder({ page }).analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    [],
  )
})
