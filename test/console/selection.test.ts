import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, type Browser, openBrowser, openBrowserAs } from '../harness/browser.ts'
import { type Listed, putOnLists } from '../harness/open-lists.ts'
import { addSite, narrow } from '../harness/sites.ts'

const LISTS = ['alerts', 'incidents'] as const
type List = (typeof LISTS)[number]

/** Four alerts with their incidents: two firing, one acknowledged, one resolved, of two devices. */
async function withFour(t: TestContext) {
  const app = await startApp(t)
  const [oven, bed] = [await app.createDevice({ name: 'Oven' }), await app.createDevice({ name: 'Bed' })]
  const row = (title: string, status: Listed['status'], device_id: number): Listed => ({
    ...{ title, status, device_id, severity: 'critical' },
  })
  await putOnLists(app, [
    row('A', 'firing', oven.id),
    row('B', 'firing', bed.id),
    row('C', 'acknowledged', bed.id),
    row('D', 'resolved', oven.id),
  ])
  return { app, oven, bed }
}

/** Sends the form under a list, with these rows ticked, and returns the page that follows. */
async function press(browser: Browser, app: TestApp, list: List, what: string, ids: number[], more = {}) {
  const to = `/${list}?severity=critical`
  const _csrf = (await browser.go(to)).csrf(`/${list}/selection`)
  const fields = new URLSearchParams({ _csrf, to, what, ...more })
  for (const id of ids) fields.append('ids', String(id))
  const own = { origin: new URL(app.url).origin, 'sec-fetch-site': 'same-origin' }
  const { headers } = await browser.post(`/${list}/selection`, fields.toString(), own)
  return browser.go(headers.get('location')!)
}

const noticeOn = ({ text }: { text: string }) =>
  /<p class="notice (\w+)" role="status"(?: data-done)?>([^<]*)</.exec(text)?.slice(1)
const statuses = async (app: TestApp, list: List) =>
  (await app.rows<{ status: string }>(`select status from ${list} order by ${list.slice(0, -1)}_id`)).map(
    ({ status }) => status,
  )

for (const list of LISTS) {
  const [one, open] = list === 'alerts' ? ['alert', 'firing'] : ['incident', 'open']

  test(`selected ${list} are acknowledged, and the notice counts those that were not, with the reason`, async (t) => {
    const { app } = await withFour(t)
    const browser = await openBrowserAs(app, 'operator')
    const page = await press(browser, app, list, 'acknowledge', [1, 3, 4, 99])
    assert.deepEqual(noticeOn(page), [
      'warn',
      `1 ${one} acknowledged. 2 were already acknowledged or resolved. 1 no longer exists.`,
    ])
    assert.deepEqual(await statuses(app, list), ['acknowledged', open, 'acknowledged', 'resolved'])
    assert.deepEqual(noticeOn(await press(browser, app, list, 'acknowledge', [2])), ['good', `1 ${one} acknowledged.`])
    assert.deepEqual(noticeOn(await press(browser, app, list, 'acknowledge', [])), ['warn', 'Nothing was selected.'])
    assert.match(page.path, /^\/\w+\?severity=critical&/, 'the list keeps its filters')
    assert.doesNotMatch(page.text, /href="[^"]*refused=/, 'links drop the notice')
  })

  test(`selected ${list} are snoozed for the chosen time, acknowledged ones too`, async (t) => {
    const { app } = await withFour(t)
    const browser = await openBrowserAs(app, 'operator')
    const ends = async () =>
      (await app.rows<{ at: Date | null }>(`select snoozed_until as at from ${list} order by ${one}_id`)).map(
        ({ at }) => at && (at.getTime() - app.now().getTime()) / 60_000,
      )
    const page = await press(browser, app, list, 'snooze', [1, 3, 4, 99], { snooze: '7200' })
    assert.deepEqual(noticeOn(page), [
      'warn',
      `2 ${list} snoozed. 1 was already snoozed until then, or resolved. 1 no longer exists.`,
    ])
    assert.deepEqual(await statuses(app, list), ['acknowledged', open, 'acknowledged', 'resolved'])
    assert.deepEqual(await ends(), [120, null, 120, null])
    const again = await press(browser, app, list, 'snooze', [1], { snooze: 'tomorrow' })
    assert.deepEqual(noticeOn(again), ['good', `1 ${one} snoozed.`])
    assert.match(again.text, /Snoozed until <time [^>]*>[^<]*08:00</)
    const third = await press(browser, app, list, 'snooze', [1], { snooze: 'tomorrow' })
    assert.deepEqual(noticeOn(third), ['warn', `0 ${list} snoozed. 1 was already snoozed until then, or resolved.`])
  })

  test(`selected ${list} are resolved, acknowledged ones too`, async (t) => {
    const { app } = await withFour(t)
    const browser = await openBrowserAs(app, 'operator')
    const shown = (await browser.go(`/${list}?status=all`)).text
    assert.deepEqual(
      [...shown.matchAll(/name="ids" value="(\d)"/g)].map(([, id]) => id),
      ['3', '2', '1'],
      'what is resolved cannot be selected',
    )
    const page = await press(browser, app, list, 'resolve', [2, 3, 4], { resolution: 'false_alarm' })
    assert.deepEqual(noticeOn(page), ['warn', `2 ${list} resolved. 1 was already resolved.`])
    assert.deepEqual(await statuses(app, list), [open, 'resolved', 'resolved', 'resolved'])
    if (list === 'alerts') return
    const rows = await app.rows('select incident_id::integer as id from incidents where resolution = $1 order by 1', [
      'false_alarm',
    ])
    assert.deepEqual(rows, [{ id: 2 }, { id: 3 }])
  })

  test(`selected ${list} are assigned to a person, and again to nobody`, async (t) => {
    const { app } = await withFour(t)
    const browser = await openBrowserAs(app, 'operator')
    const { id } = await addUser(app, 'operator')
    const assignees = async () =>
      (await app.rows<{ to: number }>(`select assigned_to as to from ${list} order by ${one}_id`)).map(({ to }) => to)
    const page = await press(browser, app, list, 'assign', [1, 3], { user_id: String(id) })
    assert.deepEqual(noticeOn(page), ['good', `2 ${list} assigned.`])
    assert.deepEqual(await assignees(), [id, null, id, null])
    const none = await press(browser, app, list, 'assign', [3], { user_id: '' })
    assert.deepEqual(noticeOn(none), ['good', `1 ${one} unassigned.`])
    assert.deepEqual(await assignees(), [id, null, null, null])
  })

  test(`silencing selected ${list} leads to a new silence of their devices`, async (t) => {
    const { app, oven, bed } = await withFour(t)
    const browser = await openBrowserAs(app, 'operator')
    const page = await press(browser, app, list, 'silence', [1, 2, 3])
    assert.equal(page.path, `/silences/new?device_id=${oven.id},${bed.id}`)
    assert.match(page.text, new RegExp(`<textarea id="devices"[^>]*>#${oven.id}\n#${bed.id}<`))
  })
}

test('an incident about no device offers no silence, which would cover everything', async (t) => {
  const { app } = await withFour(t)
  const browser = await openBrowserAs(app, 'operator')
  await browser.go('/incidents')
  const opened = await browser.send('/incidents', { title: 'Visitor has fallen', severity: 'critical', note: '' })
  const id = Number(/\d+/.exec(opened.path)![0])
  const page = await press(browser, app, 'incidents', 'silence', [id])
  assert.deepEqual(noticeOn(page)?.[0], 'warn')
  assert.match(page.path, /^\/incidents/)
})

test('an operator of one site changes nothing of another, and assigns only to people who may act there', async (t) => {
  const { app, oven } = await withFour(t)
  const south = await addSite(app, 'South')
  const pump = await app.createDevice({ name: 'Pump', site_id: south })
  await app.rows('update alerts set device_id = $1 where alert_id = 1', [pump.id])
  await app.rows('update incidents set device_id = $1, site_id = $2 where incident_id = 1', [pump.id, south])
  const [member, stranger] = [await addUser(app, 'operator'), await addUser(app, 'operator')]
  await narrow(app, member.email, south, 'operator')
  await app.rows(
    'insert into site_members (site_id, user_id, role) select site_id, $1, $2 from devices where id = $3',
    [...[member.id, 'viewer', oven.id]],
  )
  await narrow(app, stranger.email, (await addSite(app, 'West'))!, 'operator')
  const browser = openBrowser(app.url)
  await browser.logIn(member.email)
  for (const list of LISTS) {
    const { text } = await browser.go(`/${list}`)
    assert.deepEqual(
      [...text.matchAll(/name="ids" value="(\d)"/g)].map(([, id]) => id),
      ['1'],
      'rows of the other site can be read, but not selected',
    )
    assert.ok(!text.includes(stranger.email), 'people of a third site are not offered')
    const page = await press(browser, app, list, list === 'alerts' ? 'acknowledge' : 'resolve', [1, 2])
    assert.match(
      noticeOn(page)![1]!,
      /^1 \w+ (acknowledged|resolved)\. 1 belongs to a site where you may not do this\.$/,
    )
    const assigned = await press(browser, app, list, 'assign', [1], { user_id: String(stranger.id) })
    assert.match(noticeOn(assigned)![1]!, /^0 \w+ assigned\. 1 belongs to a site where this person may not act\.$/)
    assert.equal((await statuses(app, list))[1], list === 'alerts' ? 'firing' : 'open')
  }
})

test('selected devices lead to a new silence of them', async (t) => {
  const { app, oven, bed } = await withFour(t)
  const browser = await openBrowserAs(app, 'operator')
  await browser.go('/devices')
  const page = await browser.fillIn('/devices/selection', 'Silence devices', {
    'Select Oven': true,
    'Select Bed': true,
  })
  assert.match(page.text, new RegExp(`<textarea id="devices"[^>]*>#${bed.id}\n#${oven.id}</textarea>`))
})

test('selected devices move to another site of the person, and those that are there already do not count', async (t) => {
  const { app, oven, bed } = await withFour(t)
  const south = await addSite(app, 'South')
  const pump = await app.createDevice({ name: 'Pump', site_id: south })
  const browser = await openBrowserAs(app, 'operator')
  await browser.go('/devices')
  const page = await browser.fillIn('/devices/selection', 'Move to site', {
    'Select Oven': true,
    'Select Bed': true,
    'Select Pump': true,
    Site: 'South',
  })
  assert.deepEqual(noticeOn(page), ['good', '2 devices changed.'])
  const sites = await app.rows('select id, site_id from devices order by id')
  assert.deepEqual(
    sites,
    [oven, bed, pump].map(({ id }) => ({ id, site_id: south })),
  )
})

test('who may act in one site is offered no move', async (t) => {
  const { app } = await withFour(t)
  const browser = await openBrowserAs(app, 'operator')
  assert.doesNotMatch((await browser.go('/devices')).text, /Move to site/)
})
