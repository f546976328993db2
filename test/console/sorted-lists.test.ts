import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { type Browser, openBrowserAs, type Page } from '../harness/browser.ts'
import { type Listed, putOnLists } from '../harness/open-lists.ts'
import { addSite, browserOf } from '../harness/sites.ts'

const LISTS = ['alerts', 'incidents'] as const

const titlesOn = ({ text }: Page): string[] =>
  [...text.matchAll(/<td class="main"[^>]*>[\s\S]*?<a href="\/(?:alerts|incidents)\/\d+">([^<]*)<\/a>/g)].map(
    ([, title]) => title!,
  )

/** The titles of all pages with this many rows. */
async function pagesOf(browser: Browser, path: string): Promise<string[][]> {
  const page = await browser.go(path)
  const [, next] = /rel="next" href="([^"]*)"/.exec(page.text) ?? []
  return [titlesOn(page), ...(next === undefined ? [] : await pagesOf(browser, next.replaceAll('&amp;', '&')))]
}

async function withLists(t: TestContext) {
  const app = await startApp(t)
  const [oven, bed] = [await app.createDevice({ name: 'Oven' }), await app.createDevice({ name: 'bed 3' })]
  const row = (title: string, severity: Listed['severity'], status: Listed['status'], device_id: number): Listed => ({
    ...{ title, severity, status, device_id },
  })
  await putOnLists(app, [
    row('A', 'critical', 'acknowledged', oven.id),
    row('B', 'info', 'firing', bed.id),
    row('C', 'critical', 'firing', bed.id),
    row('D', 'warning', 'acknowledged', bed.id),
    row('E', 'warning', 'firing', oven.id),
    row('F', 'critical', 'resolved', oven.id),
    row('G', 'critical', 'firing', oven.id),
    row('H', 'warning', 'firing', bed.id),
  ])
  return { app, browser: await openBrowserAs(app, 'viewer') }
}

/** Titles for each `?sort=`; nothing for no choice. */
const ORDERS: Record<string, string> = {
  '': 'GCAHEDB',
  '-severity': 'GCAHEDB',
  severity: 'BDHEAGC',
  status: 'GCHEBAD',
  '-status': 'DABHEGC',
  device: 'HDCBGEA',
  '-device': 'GEAHDCB',
  '-time': 'HGEDCBA',
  time: 'ABCDEGH',
}

for (const list of LISTS) {
  test(`what is not resolved of ${list} is sorted by each column, and begins with the most severe that nobody has acknowledged`, async (t) => {
    const { browser } = await withLists(t)
    for (const [sort, titles] of Object.entries(ORDERS)) {
      const query = sort === '' ? '' : `sort=${sort}&`
      assert.equal(titlesOn(await browser.go(`/${list}?${query}`)).join(''), titles, `${list} ${sort}`)
      const pages = await pagesOf(browser, `/${list}?${query}limit=2`)
      assert.deepEqual([pages.length, pages.flat().join('')], [4, titles], `${list} ${sort} on pages`)
    }
    assert.equal(titlesOn(await browser.go(`/${list}?severity=warning`)).join(''), 'HED')
    assert.equal(titlesOn(await browser.go(`/${list}?status=acknowledged&sort=time`)).join(''), 'AD')
  })
}

test('lists with what is resolved are newest first, and do not offer another order', async (t) => {
  const { browser } = await withLists(t)
  for (const list of LISTS) {
    for (const sort of ['', '&sort=severity']) {
      const page = await browser.go(`/${list}?status=all${sort}`)
      assert.equal(titlesOn(page).join(''), 'HGFEDCBA')
      assert.doesNotMatch(page.text, /aria-sort/)
    }
    assert.equal(titlesOn(await browser.go(`/${list}?status=resolved`)).join(''), 'F')
  }
})

test('headings say how a list is sorted, and are links to the other direction', async (t) => {
  const { browser } = await withLists(t)
  const heading = ({ text }: Page, name: string) => {
    const [, direction, address] = new RegExp(`aria-sort="(\\w+)"><a href="([^"]*)">${name}<`).exec(text) ?? []
    return `${direction} ${address?.replaceAll('&amp;', '&')}`
  }
  const first = await browser.go('/alerts?severity=critical,warning')
  assert.equal(heading(first, 'Severity'), 'descending /alerts?severity=critical%2Cwarning&sort=severity')
  assert.equal(heading(first, 'Triggered'), 'none /alerts?severity=critical%2Cwarning&sort=-time')
  assert.equal(heading(await browser.go('/alerts?sort=-time'), 'Triggered'), 'descending /alerts?sort=time')
  const devices = await browser.go('/devices?sort=status')
  assert.equal(heading(devices, 'Status'), 'ascending /devices?sort=-status')
  assert.equal(heading(devices, 'Battery'), 'none /devices?sort=battery')
})

test('a row that is acknowledged between two pages is on neither of them twice', async (t) => {
  const { app, browser } = await withLists(t)
  const first = await browser.go('/alerts?limit=3')
  await app.rows("update alerts set status = 'acknowledged' where title in ('C', 'H')")
  const [, next] = /rel="next" href="([^"]*)"/.exec(first.text)!
  assert.deepEqual(
    [titlesOn(first).join(''), titlesOn(await browser.go(next!.replaceAll('&amp;', '&'))).join('')],
    ['GCA', 'EHD'],
  )
})

test('a cursor of another order is rejected', async (t) => {
  const { browser } = await withLists(t)
  const cursorOf = async (path: string) => /cursor=([\w-]+)/.exec((await browser.go(path)).text)![1]!
  const [byDevice, byTime] = [
    await cursorOf('/alerts?sort=device&limit=2'),
    await cursorOf('/alerts?status=all&limit=2'),
  ]
  for (const cursor of [byDevice, byTime, 'WyIiLCIxIl0', 'WyIxZTk5OSIsIjEiXQ']) {
    assert.equal((await browser.go(`/alerts?limit=2&cursor=${cursor}`)).status, 400, cursor)
  }
})

test('sorted lists and their numbers have only what is in reach', async (t) => {
  const { app } = await withLists(t)
  const siteId = await addSite(app, 'South')
  const { id } = await app.createDevice({ name: 'Pump', site_id: siteId })
  await app.rows('update alerts set device_id = $1 where title = $2', [id, 'C'])
  await app.rows('update incidents set site_id = $1, device_id = $2 where title = $3', [siteId, id, 'C'])
  const member = await browserOf(app, siteId, 'operator')
  for (const list of LISTS) {
    for (const sort of ['-severity', 'status', 'device', 'time']) {
      assert.deepEqual(titlesOn(await member.go(`/${list}?sort=${sort}`)), ['C'], `${list} ${sort}`)
    }
  }
})

test('devices are sorted by status, beginning with those that may need somebody', async (t) => {
  const app = await startApp(t)
  await app.rows(`
    with d as (
      insert into devices (name, module, enabled, token_hash, token_hint, created_at)
      select 'Sensor ' || i, 'factory', i <> 2, 'hash ' || i, '', now() from generate_series(1, 6) as i returning id, name
    )
    insert into device_states (device_id, status)
    select id, case right(name, 1) when '3' then 'offline' when '6' then 'offline' when '4' then 'never_seen' else 'online' end
    from d`)
  const browser = await openBrowserAs(app, 'viewer')
  const names = async (query: string) =>
    [...(await browser.go(`/devices${query}`)).text.matchAll(/<a href="\/devices\/\d+">Sensor (\d)<\/a>/g)]
      .map(([, number]) => number)
      .join('')
  assert.deepEqual([await names('?sort=status'), await names('?sort=-status')], ['364152', '251463'])
})

test('what needs attention has the most severe even behind many that are newer', async (t) => {
  const app = await startApp(t)
  const { id } = await app.createDevice({ name: 'Oven' })
  const newer = Array.from(
    { length: 60 },
    (_, n): Listed => ({ ...OPEN, severity: 'info', title: `N${n}`, device_id: id }),
  )
  await putOnLists(app, [{ ...OPEN, severity: 'critical', title: 'Gas leak', device_id: id }, ...newer])
  const { text } = await (await openBrowserAs(app, 'viewer')).go('/')
  assert.equal(/id="attention-incident-(\d+)"/.exec(text)?.[1], '1')
  const rows = text.slice(text.indexOf('id="attention"')).split('</section>')[0]!
  assert.equal(rows.match(/<li id="attention-/g)?.length, 8)
  assert.match(rows, /<p><a href="\/incidents">All incidents<\/a><\/p>/)
})

const OPEN = { status: 'firing' } as const
