import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { savePreferences } from '../../src/core/people/preferences/preferences.ts'
import { createSite } from '../../src/core/sites/manage-sites.ts'
import type { TestApp } from '../harness/app.ts'
import { openBrowser, openBrowserAs } from '../harness/browser.ts'
import { laidOut, onceTrue, openWindow } from '../harness/chromium.ts'
import { textOf } from '../harness/page-text.ts'
import { declare, startReachableApp } from '../harness/reachable.ts'
import { countTones } from '../harness/tones.ts'

/** Rooms that are too cold, which is critical. */
async function coldRooms(app: TestApp, count: number, site_id = 1): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const room = await app.createDevice({ name: `Room ${n}`, module: 'home_infra', site_id })
    await room.send({ ts: Number(app.now()), metrics: { temperature: -20 } })
  }
}

const spaced = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The lines of a wallboard, the number of active incidents above, and how many more there are. */
function readBoard(text: string): { lines: string[]; active: string | undefined; more: string | undefined } {
  const [list, rest] = text.split('<ul class="worst')[1]!.split('</ul>') as [string, string]
  const [more, isHidden] = [
    /<p class="more"[^>]*>(.*?)<\/p>/.exec(rest)?.[1],
    /<p class="more"[^>]* hidden>/.test(rest),
  ]
  const active = /<li class="\w*"><strong data-value="(?:Active incidents|Aktive Vorfälle)">.*?<\/li>/.exec(text)?.[0]
  return {
    lines: list
      .split('<li ')
      .slice(1)
      .map((line) => spaced(`<li ${line}`)),
    active: active && spaced(active),
    more: isHidden ? undefined : more,
  }
}

test('five equal incidents or more are one line of the wallboard: what, how many, since when, and who is on them', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [ana, boris, german] = [await addReachable(), await addReachable(), await addReachable('viewer')]
  await savePreferences(app.service.db, german.id, { language: 'de' })
  await coldRooms(app, 4)
  const board = async (email = ana.call.email) => {
    const browser = openBrowser(app.url)
    await browser.logIn(email)
    return readBoard((await browser.go('/display')).text)
  }
  assert.equal((await board()).lines.length, 4)
  await app.fastForward({ minutes: 14 })
  await declare(ana, { title: 'Smell of gas', severity: 'critical' })
  await declare(ana, { title: 'Door is open', severity: 'info' })
  const room = await app.createDevice({ name: 'Room 5', module: 'home_infra' })
  await room.send({ ts: Number(app.now()), metrics: { temperature: -20 } })
  const single = [
    'Smell of gas Critical, 12:14 UTC Open Nobody is on it yet',
    'Door is open Info, 12:14 UTC Open Nobody is on it yet',
  ]
  assert.deepEqual(await board(), {
    lines: ['Room temperature low · 5 devices Critical, the oldest for 14 min Open Nobody is on it yet', ...single],
    active: '7 Active incidents',
    more: undefined,
  })
  const cold = (await ana.call('GET', '/api/mobile/incidents')).body.data.filter(
    ({ device_name }: { device_name: string | null }) => device_name !== null,
  )
  assert.equal(cold.length, 5)
  const acknowledge = (person: typeof ana, { incident_id }: { incident_id: number }) =>
    person.call('POST', `/api/mobile/incidents/${incident_id}/acknowledgement`)
  for (const incident of cold.slice(0, 2)) await acknowledge(ana, incident)
  assert.deepEqual((await board()).lines.slice(0, 1), [
    `Room temperature low · 5 devices Critical, the oldest for 14 min Open ${ana.name} is on 2 of them`,
  ])
  for (const incident of cold.slice(2)) await acknowledge(boris, incident)
  const both = [ana.name, boris.name]
  assert.deepEqual(await board(), {
    lines: [
      single[0],
      `Room temperature low · 5 devices Critical, the oldest for 14 min Acknowledged ${both.join(' and ')} are on all of them`,
      single[1],
    ],
    active: '7 Active incidents · 2 open',
    more: undefined,
  })
  const { lines, active } = await board(german.call.email)
  assert.deepEqual(
    [lines[1], active],
    [
      `Raumtemperatur niedrig · 5 Geräte Kritisch, der älteste seit 14 min Bestätigt Um alle kümmern sich ${both.join(' und ')}`,
      '7 Aktive Vorfälle · 2 offen',
    ],
  )
})

test('what a wallboard shows and what it says there is more of are its number of active incidents, in each site', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const operator = await addReachable()
  const south = await createSite(app.service.db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  await coldRooms(app, 6)
  await coldRooms(app, 5, south)
  await declare(operator, { title: 'Smell of gas', severity: 'warning' })
  await app.rows(
    `insert into incidents (incident_id, status, severity, title, origin, created_at, last_activity_at, site_id)
    select incident_id + 1000 + number, case when number % 3 = 0 then 'acknowledged' else 'open' end, 'info',
      'Door ' || number, origin, created_at, last_activity_at, case when number % 4 = 0 then $1::integer else 1 end
    from incidents, generate_series(1, 100) as number
    where title = 'Smell of gas'`,
    [south],
  )
  const viewer = await openBrowserAs(app, 'viewer')
  const board = async (site: number | string) => readBoard((await viewer.go(`/display?site=${site}`)).text)
  const [home, annex, all] = [await board(1), await board(south), await board('all')]
  assert.deepEqual(
    [home, annex, all].map(({ lines, active, more }) => [lines.length, active, more]),
    [
      // The smell belongs to no site.
      [30, '81 Active incidents · 56 open', 'and 46 more active incidents'],
      [26, '30 Active incidents · 22 open', undefined],
      [30, '112 Active incidents · 79 open', 'and 72 more active incidents'],
    ],
  )
  assert.match(all.lines[0]!, /^Room temperature low · 11 devices Home and South Critical, the oldest/)
  assert.match(annex.lines[0]!, /^Room temperature low · 5 devices Critical, the oldest/)
})

test('many equal incidents count as many on the screen, however few lines have room', async (t) => {
  const { app, addReachable } = await startReachableApp(t, { env: { PUBLIC_URL: 'http://localhost' } })
  const operator = await addReachable()
  await coldRooms(app, 5)
  await declare(operator, { title: 'Smell of gas', severity: 'warning' })
  await app.rows(`
    insert into incidents
      (incident_id, status, severity, title, origin, created_at, last_activity_at, site_id, device_id, rule_key)
    select 1000 * incident_id + number, 'open', severity, title || number, origin, created_at, last_activity_at, site_id,
      device_id, rule_key
    from incidents, generate_series(1, case when title = 'Smell of gas' then 600 else 200 end) as number`)
  const { page, go } = await openWindow(t, app, { role: 'viewer', width: 1_366, height: 768 })
  await go('/display')
  const counted = () =>
    page.evaluate<{ lines: number; sum: number; end: number; active: string; more: string }>(`(() => {
      const shown = [...document.querySelectorAll('.worst li')].filter((line) => line.checkVisibility())
      const more = document.querySelector('.lines .more')
      const numbers = shown.map(({ innerText }) => Number(/(\\d[\\d,]*) incidents,/.exec(innerText)?.[1].replace(',', '') ?? 1))
      return { lines: shown.length, sum: numbers.reduce((sum, number) => sum + number), end: more.getBoundingClientRect().bottom,
        active: document.querySelector('[data-value="Active incidents"]').innerText, more: more.innerText }
    })()`)
  for (const [width, height] of [
    [1_366, 768],
    [1_920, 1_080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await laidOut(page)
    const { lines, sum, end, active, more } = await counted()
    assert.equal(active, '1,606')
    assert.equal(more, `and ${1_606 - sum} more active incidents`)
    assert.ok(sum === 1_005 + lines - 1 && lines >= 5 && end <= height, JSON.stringify({ lines, sum, end }))
  }
})

test('the wallboard says the name of a device once in a line', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const operator = await addReachable()
  const room = await app.createDevice({ name: 'Room 1' })
  await declare(operator, { title: 'Room 1 smells of gas', device_id: room.id })
  await declare(operator, { title: 'Room 12 is locked', device_id: room.id })
  const viewer = await openBrowserAs(app, 'viewer')
  const { lines } = readBoard((await viewer.go('/display')).text)
  assert.deepEqual(lines, [
    'Room 1 Room 12 is locked Critical, 12:00 UTC Open Nobody is on it yet',
    'Room 1 smells of gas Critical, 12:00 UTC Open Nobody is on it yet',
  ])
})

test('equal incidents of many devices are called by what they have in common, not by one of the devices', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const operator = await addReachable()
  await app.createDevice({ name: 'Pump', offline_after_s: 86_400 })
  for (let n = 1; n <= 5; n += 1) {
    const room = await app.createDevice({ name: `Room ${n}`, offline_after_s: 60 })
    await room.send({ ts: Number(app.now()), metrics: { pressure_bar: 2 } })
    await app.fastForward({ minutes: 10 })
  }
  const browser = openBrowser(app.url)
  await browser.logIn(operator.call.email)
  const board = readBoard((await browser.go('/display')).text)
  assert.deepEqual(
    [board.lines, board.active],
    [['Offline · 5 devices Warning, the oldest for 48 min Open Nobody is on it yet'], '5 Active incidents'],
  )
  for (const path of ['/', '/incidents']) assert.match((await browser.go(path)).text, />Offline · 5 devices</)
})

test('the overview says the name of a device once in a row', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const operator = await addReachable()
  const room = await app.createDevice({ name: 'Room 1' })
  await declare(operator, { title: 'Room 1 smells of gas', device_id: room.id })
  await declare(operator, { title: 'Room 12 is locked', device_id: room.id })
  const browser = openBrowser(app.url)
  await browser.logIn(operator.call.email)
  const { text } = await browser.go('/')
  const [, attention] = /id="attention"([\s\S]*?)<\/ul>/.exec(text)!
  assert.match(textOf(attention!), /CriticalRoom 1 smells of gas/)
  assert.match(textOf(attention!), /CriticalRoom 1: Room 12 is locked/)
})

test('a wallboard with sound plays a tone for each new one of equal incidents, and none when they become few', async (t) => {
  const { app, addReachable } = await startReachableApp(t, {
    startsAt: new Date(),
    env: { PUBLIC_URL: 'http://localhost' },
  })
  const operator = await addReachable()
  await coldRooms(app, 5)
  const { page, go } = await openWindow(t, app, { role: 'viewer' })
  await countTones(page)
  await go('/display')
  await page.locator('.pill[data-state=live]').waitFor()
  await page.getByRole('button', { name: 'Turn sound on' }).press('Enter')
  await onceTrue(page, 'tones === 1')
  await coldRooms(app, 1)
  await page.getByText('Room temperature low · 6 devices').waitFor()
  await onceTrue(page, 'tones === 2')
  const cold = (await operator.call('GET', '/api/mobile/incidents')).body.data
  for (const { incident_id } of cold.slice(0, 2)) {
    await operator.call('POST', `/api/mobile/incidents/${incident_id}/resolution`, { resolution: 'test' })
  }
  await onceTrue(page, `document.querySelectorAll('.worst li').length === 4`)
  await declare(operator, { title: 'Door is open', severity: 'warning' })
  await page.locator('.worst li', { hasText: 'Door is open' }).waitFor()
  assert.equal(await page.evaluate('tones'), 2)
})
