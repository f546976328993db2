import assert from 'node:assert/strict'
import { test } from 'node:test'
import { laidOut, needsChromium, openWindow } from '../harness/chromium.ts'
import { declare, startReachableApp } from '../harness/reachable.ts'

/** Sums up the shifts of the layout so far, in shares of the screen. */
const MOVED = `(async () => {
  let sum = 0
  const add = (entries) => { for (const { value } of entries) sum += value }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  add(observer.takeRecords())
  return sum
})()`
const MOST = 0.02

test(
  'nothing moves while a wallboard loads, whatever number of incidents is open',
  needsChromium('measure of what moves'),
  async (t) => {
    const { app, addReachable } = await startReachableApp(t, {
      startsAt: new Date(),
      env: { PUBLIC_URL: 'http://localhost' },
    })
    const operator = await addReachable()
    const room = await app.createDevice({ name: 'Room 3', module: 'home_infra' })
    await room.send({ lat: 46.05, lng: 14.5, metrics: { temperature: 20 } })
    const { page, go } = await openWindow(t, app, { role: 'viewer' })
    let open = 0
    const openUpTo = async (count: number) => {
      if (open === 0 && count > 0) await declare(operator, { title: 'Smell of gas', severity: 'warning' })
      await app.rows(
        `insert into incidents (incident_id, status, severity, title, origin, created_at, last_activity_at, site_id)
        select incident_id + number, 'open', 'warning', repeat('Smell of gas beside the tank ', 1 + number % 4) || number,
          origin, created_at, last_activity_at, site_id
        from incidents, generate_series(${Math.max(1, open)}, ${count - 1}) as number
        where title = 'Smell of gas'`,
      )
      open = count
    }
    for (const count of [0, 3, 8, 2_000]) {
      await openUpTo(count)
      for (const [width, height] of [
        [1_366, 768],
        [1_920, 1_080],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height })
        await go('/display')
        await page.locator('.pill[data-state=live]').waitFor()
        await page.locator('#map.leaflet-container').waitFor()
        await laidOut(page)
        const moved = await page.evaluate<number>(MOVED)
        assert.ok(moved <= MOST, `${moved} with ${count} incidents at ${width} × ${height}`)
        assert.equal(await page.locator('.worst li').count(), Math.min(count, 30))
      }
    }
  },
)

test('without scripts, a wallboard of many incidents cuts nothing and says how many more there are', async (t) => {
  const { app, addReachable } = await startReachableApp(t, { env: { PUBLIC_URL: 'http://localhost' } })
  const operator = await addReachable()
  await declare(operator, { title: 'Smell of gas', severity: 'warning' })
  await app.rows(`
    insert into incidents (incident_id, status, severity, title, origin, created_at, last_activity_at, site_id)
    select incident_id + number, 'open', 'warning', repeat('Smell of gas beside the tank ', 1 + number % 4) || number,
      origin, created_at, last_activity_at, site_id
    from incidents, generate_series(1, 1999) as number`)
  const { page, go } = await openWindow(t, app, { role: 'viewer', width: 1_366, height: 768, scripts: false })
  await go('/display')
  assert.equal(await page.locator('.worst li:visible').count(), 30)
  const more = page.getByText('and 1,970 more active incidents')
  await more.scrollIntoViewIfNeeded()
  const boxes = await Promise.all((await page.locator('.worst li').all()).map((line) => line.boundingBox()))
  const end = (await more.boundingBox())!
  assert.ok(end.y > 0 && end.y + end.height <= 768, JSON.stringify(end))
  for (const [place, { y, height }] of boxes.map((box) => box!).entries()) {
    const next = boxes[place + 1]?.y ?? end.y
    assert.ok(height >= 40 && y + height <= next, JSON.stringify({ place, y, height, next }))
  }
})
