import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { needsChromium, openWindow } from '../harness/chromium.ts'

const CSV = 'name,module,tags,interval\nBoiler <1>,factory,plant;cellar,60\n"Truck ""21""",fleet,,\n'

test(
  'a file of devices is checked, added completely, and its tokens are shown once',
  needsChromium('downloads of what a page made'),
  async (t) => {
    const app = await startApp(t, { runsJobs: true })
    const { page, go } = await openWindow(t, app, { role: 'operator' })
    await go('/devices/import')
    await page.setInputFiles('#file', { name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('Boiler <1>').waitFor()
    assert.deepEqual(await app.rows('select id from devices'), [])
    await page.getByRole('button', { name: 'Add 2 devices' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as a file' }).click()
    assert.equal((await download).suggestedFilename(), 'tokens.csv')
    const text = (await page.locator('#tokens code').textContent())!
    const [, line] = text.split(/\r?\n/)
    const [, name, module, token] = line!.split(',')
    assert.deepEqual([name, module], ['Boiler <1>', 'factory'])
    const body = JSON.stringify({ module, metrics: { gas_ppm: 1 } })
    const headers = { 'content-type': 'application/json', 'x-device-token': token! }
    assert.equal((await fetch(`${app.url}/api/telemetry/ingest`, { method: 'POST', headers, body })).status, 200)
    await page.reload()
    await page.getByText('2 devices imported.').waitFor()
    assert.ok(!(await page.content()).includes(token!))
  },
)

test('an invalid file adds nothing and its lines are reported; an export can be imported unchanged', async (t) => {
  const app = await startApp(t)
  await app.createDevice({ name: 'Cellar', module: 'home_infra', tags: ['a', 'b'] })
  const browser = await openBrowserAs(app, 'operator')
  const send = (csv: string, step = 'add') => browser.send('/devices/import', { csv, step })
  await browser.go('/devices/import')
  const csv = 'name,module\nOne,boat\nCellar,home_infra\n,fleet\n'
  const refused = await send(csv)
  assert.equal(refused.status, 400)
  assert.match(refused.text, /Line 2: module: must be one of/)
  assert.match(refused.text, /Line 4: name/)
  assert.match(
    (await send('name,module\nCellar,home_infra\n')).text,
    /Line 2: there is a device &quot;Cellar&quot; already/,
  )
  assert.equal((await send('')).status, 400)
  for (const separator of [';', '\t']) {
    const checked = await send(`name${separator}module\nPump${separator}factory\n`, 'check')
    assert.match(checked.text, /Looks good: one device found/)
    await browser.go('/devices/import')
  }

  const { text } = await browser.go('/devices.csv')
  await app.rows("update devices set name = 'Old cellar'")
  await browser.go('/devices/import')
  assert.equal((await send(text)).status, 201)
  const devices = await app.rows("select name, module, tags from devices where name = 'Cellar'")
  assert.deepEqual(devices, [{ name: 'Cellar', module: 'home_infra', tags: ['a', 'b'] }])
})

test('a file of 10,000 devices is checked without blocking others, and a larger one is rejected', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'operator')
  await browser.go('/devices/import')
  const csv = (count: number) =>
    `name,module\n${Array.from({ length: count }, (_, place) => `Mühle ${place},fleet`).join('\n')}`
  let isOver = false
  const checked = browser.send('/devices/import', { csv: csv(10_000), step: 'check' }).finally(() => {
    isOver = true
  })
  let answered = 0
  for (; !isOver; answered += 1) await app.call('GET', '/healthz')
  assert.ok(answered >= 4, `${answered} answers meanwhile`)
  const { status, text } = await checked
  assert.deepEqual([status, /Add 10,000 devices/.test(text), text.includes('\uFFFD')], [200, true, false])
  const refused = await browser.send('/devices/import', { csv: csv(10_001), step: 'check' })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /Line 10002: a file may have 10000 devices/i)
})
