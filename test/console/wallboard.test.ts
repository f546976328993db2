import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savePreferences } from '../../src/core/people/preferences/preferences.ts'
import { startApp } from '../harness/app.ts'
import { openBrowser, openBrowserAs } from '../harness/browser.ts'
import { laidOut, onceTrue, openWindow } from '../harness/chromium.ts'
import { declare, startReachableApp } from '../harness/reachable.ts'
import { countTones } from '../harness/tones.ts'

test('the wallboard has a clock in the zone of its reader', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app, { role: 'viewer', zone: 'Asia/Tokyo' })
  await page.clock.install({ time: new Date('2026-03-01T22:58:30Z') })
  await go('/display')
  const clock = page.locator('#clock')
  await clock.getByText('07:58').waitFor()
  await clock.getByText('Monday 2 March').waitFor()
  await page.clock.runFor(60_000)
  await clock.getByText('07:59').waitFor()
})

test('the wallboard says since when it has lost its connection until it is back', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app, {
    role: 'viewer',
    zone: 'UTC',
    expects: /Failed to load|ERR_|fetch/,
  })
  await page.clock.install({ time: new Date('2026-03-01T14:03:20Z') })
  await go('/display')
  await page.locator('#clock time', { hasText: '14:03' }).waitFor()
  assert.equal(await page.locator('#lost').isVisible(), false)
  await page.route('**/readyz', (route) => route.abort())
  for (let ask = 0; ask < 12; ask += 1) await page.clock.runFor(5_000)
  const sign = page.getByRole('alert').filter({ hasText: 'No connection since 14:03' })
  await sign.waitFor()
  const box = (await sign.boundingBox())!
  assert.ok(box.width === 1_280 && box.height > 100, JSON.stringify(box))
  await page.unroute('**/readyz')
  for (let ask = 0; ask < 3; ask += 1) await page.clock.runFor(5_000)
  await sign.waitFor({ state: 'hidden' })
})

test('the wallboard shows the most severe open incidents, whatever number of others is newer', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const operator = await addReachable()
  await declare(operator, { title: 'Smell of gas' })
  await app.rows(`
    insert into incidents (incident_id, status, severity, title, origin, created_at, last_activity_at, site_id)
    select incident_id + number, 'open', 'info', 'Door is open', origin, created_at, last_activity_at, site_id
    from incidents, generate_series(1, 300) as number`)
  const browser = await openBrowserAs(app, 'viewer')
  const { text } = await browser.go('/display')
  const titles = text.match(/(?<=<strong class="wall-what">)(Smell of gas|Door is open)(?=<)/g)
  assert.deepEqual(titles, ['Smell of gas', ...Array(29).fill('Door is open')])
  assert.match(text, />and 271 more active incidents</)
})

test('a line of the wallboard says who, how bad, since when and who is on it, in the words of pages and messages', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const operator = await addReachable()
  const german = await addReachable('viewer')
  await savePreferences(app.service.db, german.id, { language: 'de' })
  const room = await app.createDevice({ name: 'Room 3', module: 'health' })
  const boiler = await app.createDevice({ name: 'Boiler', offline_after_s: 60 })
  await declare(operator, { title: 'Smell of gas', severity: 'info' })
  await boiler.send({ metrics: { pressure_bar: 2 } })
  await app.fastForward({ seconds: 95 })
  await room.send({ ts: Number(app.now()), metrics: { systolic: 196 } })
  const [incident] = (await operator.call('GET', '/api/mobile/incidents')).body.data
  await operator.call('POST', `/api/mobile/incidents/${incident.incident_id}/acknowledgement`)
  await app.fastForward({ seconds: 14 * 60 })
  const lines = async (email: string) => {
    const browser = openBrowser(app.url)
    await browser.logIn(email)
    return (await browser.go('/display')).text
      .split('<ul class="worst few"')[1]!
      .split('</ul>')[0]!
      .split('<li ')
      .slice(1)
      .map((line) =>
        `<li ${line}`
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
  }
  assert.deepEqual(await lines(operator.call.email), [
    `Room 3 systolic 196 mmHg (above 180) Critical for 14 min Acknowledged ${operator.name} is on it since 12:01`,
    'Boiler offline Warning, since 12:01 UTC Open Nobody is on it yet',
    'Smell of gas Info, 12:00 UTC Open Nobody is on it yet',
  ])
  assert.deepEqual(await lines(german.call.email), [
    `Room 3 systolisch 196 mmHg (über 180) Kritisch seit 14 min Bestätigt ${operator.name} kümmert sich seit 12:01`,
    'Boiler offline Warnung, seit 12:01 UTC Offen Noch kümmert sich niemand',
    'Smell of gas Hinweis, 12:00 UTC Offen Noch kümmert sich niemand',
  ])
})

test('the wallboard shows whole lines, as many as fit on its screen, and how many more there are', async (t) => {
  const { app, addReachable } = await startReachableApp(t, {
    startsAt: new Date(),
    env: { PUBLIC_URL: 'http://localhost' },
  })
  const operator = await addReachable()
  const device = await app.createDevice({ name: 'Room-3-'.repeat(14).slice(0, 95), module: 'health' })
  await device.send({ lat: 46.05, lng: 14.5, ts: Number(app.now()), metrics: { systolic: 196 } })
  await declare(operator, { title: 'Smell of gas', severity: 'warning' })
  await app.rows(`
    insert into incidents (incident_id, status, severity, title, origin, created_at, last_activity_at, site_id)
    select incident_id + 1000 + number, 'open', 'warning', repeat('Smell of gas beside the tank ', 1 + number % 4) || number,
      origin, created_at, last_activity_at, site_id
    from incidents, generate_series(1, 1998) as number
    where title = 'Smell of gas'`)
  const { page, go } = await openWindow(t, app, { role: 'viewer', width: 1_366, height: 768 })
  await go('/display')
  await page.locator('.pill[data-state=live]').waitFor()
  const seen = () =>
    page.evaluate<Record<'lines' | 'cut' | 'end' | 'page' | 'size' | 'named', number> & { more: string }>(`(() => {
      const shown = [...document.querySelectorAll('.worst li')].filter((line) => line.checkVisibility())
      const parts = shown.flatMap((line) => [...line.querySelectorAll('*'), line])
      const name = document.querySelector('.wall-who')
      const size = (element) => parseFloat(getComputedStyle(element).fontSize)
      const cut = parts.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
      const ends = [...parts, document.querySelector('.more')].map((part) => part.getBoundingClientRect().bottom)
      return { lines: shown.length, cut: cut.length, end: Math.max(...ends),
        more: document.querySelector('.more').innerText, page: document.documentElement.scrollHeight,
        size: size(document.querySelector('.worst')), named: name && Math.floor(name.scrollHeight / size(name) / 1.2) }
    })()`)
  const rest = (lines: number) => (2_000 - lines).toLocaleString('en-GB')
  const counts: number[] = []
  for (const [width, height] of [
    [1_366, 768],
    [1_920, 1_080],
    [1_366, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    await laidOut(page)
    const { lines, cut, end, more, page: high, named } = await seen()
    counts.push(lines)
    assert.deepEqual(
      { more, cut, high, isShort: named <= 2 },
      { more: `and ${rest(lines)} more active incidents`, cut: 0, high: height, isShort: true },
    )
    assert.ok(lines >= 4 && end <= height, JSON.stringify({ lines, end }))
  }
  assert.equal(counts[0], counts[2])
  await declare(operator, { title: 'Fire', severity: 'critical' })
  await page.locator('.worst li:first-child', { hasText: 'Fire' }).waitFor()
  const after = await seen()
  assert.deepEqual([after.more, after.page], [`and ${rest(after.lines - 1)} more active incidents`, 768])
  await app.rows(
    `update incidents set status = 'resolved', resolved_at = created_at where title not in ('Fire', 'Smell of gas')`,
  )
  await page.setViewportSize({ width: 1_920, height: 1_080 })
  await page.reload()
  assert.deepEqual(await page.locator('.worst li:visible').count(), 2)
  assert.equal(await page.locator('.more').isVisible(), false)
  const few = await seen()
  assert.ok(few.size === 48 && few.page === 1_080, JSON.stringify(few))
})

test('the wallboard fits its screen, and the state of its connection covers nothing of the map', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice({ module: 'health' })
  await device.send({ lat: 46.05, lng: 14.5, metrics: { systolic: 190 } })
  const { page, go } = await openWindow(t, app, { role: 'viewer', height: 800 })
  await go('/display')
  const pill = (await page.locator('#live').boundingBox())!
  const map = (await page.locator('#map').boundingBox())!
  assert.ok(map.height >= 400 && pill.y >= map.y + map.height, JSON.stringify({ map, pill }))
  assert.equal(await page.evaluate('document.documentElement.scrollHeight'), 800)
})

test('without an open incident, the wallboard is green since the last resolution, if a device is online', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const operator = await addReachable()
  const [browser, german] = [openBrowser(app.url), openBrowser(app.url)]
  await browser.logIn(operator.call.email)
  const reader = await addReachable('viewer')
  await savePreferences(app.service.db, reader.id, { language: 'de' })
  await german.logIn(reader.call.email)
  const calm = async (of = browser) => /<p class="calm (\w+)">(.*?)<\/p>/.exec((await of.go('/display')).text)?.slice(1)
  const boiler = await app.createDevice({ module: 'health' })
  assert.deepEqual(await calm(), ['off', '1 device, nothing sent yet'])
  assert.match((await browser.go('/')).text, /1 device, nothing sent yet\.<\/p><a [^>]*href="\/devices\/1\/connect"/)
  await app.createDevice()
  assert.deepEqual(await calm(), ['off', '2 devices, none has sent yet'])
  assert.deepEqual(await calm(german), ['off', '2 Geräte, noch keines hat gesendet'])
  assert.match((await german.go('/')).text, /noch keines hat gesendet\.<\/p><a [^>]*href="\/devices">Geräte</)
  await boiler.send({ metrics: { systolic: 120 } })
  assert.deepEqual(await calm(), ['good', 'All quiet · 1 device'])
  await app.fastForward({ seconds: 60 })
  await boiler.send({ ts: Number(app.now()), metrics: { systolic: 196 } })
  assert.equal(await calm(), undefined)
  await app.rows(`update incidents set status = 'resolved', resolved_at = timestamptz '2026-03-02T12:05Z'`)
  assert.deepEqual(await calm(), ['critical', 'No open incident, but 1 critical alert'])
  await app.rows(`update alerts set status = 'resolved', resolved_at = timestamptz '2026-03-02T12:05Z'`)
  assert.deepEqual(await calm(), ['good', 'All quiet since 12:05 UTC · 1 device'])
  assert.deepEqual(await calm(german), ['good', 'Alles ruhig seit 12:05 UTC · 1 Gerät'])
  await app.rows(`update incidents set resolved_at = timestamptz '2026-03-01T12:05Z'`)
  assert.deepEqual(await calm(), ['good', 'All quiet since Sun 1 Mar, 12:05 UTC · 1 device'])
  await app.rows(`update device_states set status = 'offline' where last_seen is not null`)
  assert.deepEqual(await calm(), ['off', '2 devices, none is online'])
  await app.rows('update devices set enabled = false')
  assert.deepEqual(await calm(), ['off', 'No enabled devices'])
})

test('a wallboard with sound plays a tone for each critical incident that is new on it', async (t) => {
  const { app, addReachable } = await startReachableApp(t, {
    startsAt: new Date(),
    env: { PUBLIC_URL: 'http://localhost' },
  })
  const operator = await addReachable()
  await declare(operator, { title: 'Smell of gas', severity: 'critical' })
  const { page, go } = await openWindow(t, app, { role: 'viewer' })
  await countTones(page)
  await go('/display')
  await page.locator('.pill[data-state=live]').waitFor()
  await page.getByRole('button', { name: 'Turn sound on' }).press('Enter')
  const off = page.getByRole('button', { name: 'Turn sound off' })
  await off.waitFor()
  await declare(operator, { title: 'Door is open', severity: 'warning' })
  await page.locator('.worst li', { hasText: 'Door is open' }).waitFor()
  const tones = () => page.evaluate<number>('tones')
  assert.equal(await tones(), 1)
  await declare(operator, { title: 'Fire', severity: 'critical' })
  await onceTrue(page, 'tones === 2')
  await Promise.all([page.waitForEvent('load'), page.evaluate('setTimeout(() => location.reload(), 0)')])
  await off.waitFor()
  assert.equal(await tones(), 0)
  await declare(operator, { title: 'Flood', severity: 'critical' })
  await onceTrue(page, 'tones === 1')
  await off.click()
  await declare(operator, { title: 'Theft', severity: 'critical' })
  await page.locator('.worst li', { hasText: 'Theft' }).waitFor()
  assert.equal(await tones(), 1)
})
