import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { createSite } from '../../src/core/sites/manage-sites.ts'
import { startApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'
import { startReachableApp } from '../harness/reachable.ts'

test('the wallboard of a site shows its name and its devices alone', async (t) => {
  const app = await startApp(t)
  const south = await createSite(app.service.db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  for (const site_id of [1, 1, south]) {
    const device = await app.createDevice({ site_id })
    await device.send({ lat: 46, lng: 14, metrics: { gas_ppm: 3 } })
  }
  const viewer = await openBrowserAs(app, 'viewer')
  const shown = async (site: number | string) => {
    const { text } = await viewer.go(`/display?site=${site}`)
    return [/<h1>(.*?)<\/h1>/, /<strong data-value="Online">(.*?)<\/strong>/].map((part) => part.exec(text)?.[1])
  }
  assert.deepEqual(await shown(south), ['South', '1'])
  assert.deepEqual(await shown(1), ['Home', '2'])
  assert.deepEqual(await shown('all'), ['Wallboard', '3'])
})

test('the wallboard of a site says nothing of an incident elsewhere that nobody was notified of', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const south = await createSite(app.service.db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  const admin = await addReachable('admin')
  const steps = [{ wait_s: 0, targets: [{ type: 'user', id: admin.id }] }]
  await admin.call('POST', '/api/admin/escalation-policies', { name: 'Night', steps })
  for (const [site_id, title] of [
    [1, 'Smell of gas'],
    [south, 'Visitor has fallen'],
  ]) {
    await admin.call('POST', '/api/mobile/incidents', { title, severity: 'critical', site_id })
    await app.runJobs()
  }
  await app.rows(`
    update escalation_runs set nobody_told_at = timestamptz '2026-03-02T12:00Z' + (incident_id % 1000) * interval '1 second'`)
  const viewer = await openBrowserAs(app, 'viewer')
  const said = async (site: number) =>
    (await viewer.go(`/display?site=${site}`)).text.match(/No notification.*?: #\d+ (.*?)</)?.[1]
  assert.equal(await said(1), 'Smell of gas')
  assert.equal(await said(south), 'Visitor has fallen')
  await app.rows('update escalation_runs set nobody_told_at = null where incident_id = 1')
  assert.equal(await said(1), undefined)
})

test('a wallboard goes through the sites by name, is dark or light, and changes no list of its browser', async (t) => {
  const app = await startApp(t)
  const viewer = await openBrowserAs(app, 'viewer')
  assert.doesNotMatch((await viewer.go('/display?rotate=30')).text, /data-next|http-equiv="refresh"/)
  const add = (name: string) => createSite(app.service.db, { name, notes: '' }, BY_COMMAND, app.now())
  const [south, annex] = [await add('South'), await add('Annex')]
  await app.createDevice({ name: 'Boiler', site_id: 1 })
  const follow = async (address: string): Promise<string[]> => {
    const { path, text } = await viewer.go(address)
    const [next, name] = [/ data-next="(.*?)" data-next-after="30"/.exec(text)![1]!, /<h1>(.*?)<\/h1>/.exec(text)![1]!]
    assert.ok(text.includes(`<noscript><meta http-equiv="refresh" content="30; url=${next}"></noscript>`))
    return [name, path, next.replaceAll('&amp;', '&')]
  }
  const about = (site: number) => `/display?rotate=30&theme=light&site=${site}`
  assert.deepEqual(await follow('/display?rotate=30&theme=light'), ['Annex', about(annex), about(1)])
  assert.deepEqual(await follow(about(1)), ['Home', about(1), about(south)])
  assert.deepEqual(await follow(about(south)), ['South', about(south), about(annex)])
  assert.match((await viewer.go('/devices')).text, />Boiler</)
  assert.match((await viewer.go(`/?site=${south}`)).text, new RegExp(`href="/display\\?site=${south}"`))
  const theme = async (address: string) => /<html [^>]*data-theme="(\w+)"/.exec((await viewer.go(address)).text)?.[1]
  assert.deepEqual([await theme('/display'), await theme(about(1))], ['dark', 'light'])
  for (const seconds of ['9', '601', 'x']) assert.equal((await viewer.go(`/display?rotate=${seconds}`)).status, 400)
})

test('a wallboard offers its options, and each keeps the others', async (t) => {
  const app = await startApp(t)
  const viewer = await openBrowserAs(app, 'viewer')
  const options = async (address: string) => {
    const { text } = await viewer.go(address)
    const part = text.split('<details class="board-options">')[1]!.split('</details>')[0]!
    return [...part.matchAll(/<a href="([^"]*)"( aria-current="true")?>([^<]*)</g)].map(
      ([, to, isChosen, name]) => `${isChosen === undefined ? '' : '* '}${name} ${to!.replaceAll('&amp;', '&')}`,
    )
  }
  assert.deepEqual(await options('/display'), ['* Dark /display', 'Light /display?theme=light'])
  const south = await createSite(app.service.db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  assert.deepEqual(await options(`/display?theme=light&site=${south}`), [
    'All sites /display?theme=light&site=all',
    'Home /display?theme=light&site=1',
    `* South /display?theme=light&site=${south}`,
    ...['15', '30', '60'].map((seconds) => `${seconds} s each /display?theme=light&site=${south}&rotate=${seconds}`),
    `Dark /display?site=${south}`,
    `* Light /display?theme=light&site=${south}`,
  ])
  const turning = await options(`/display?rotate=30&site=${south}`)
  assert.deepEqual(
    turning.filter((option) => option.startsWith('*')),
    [`* 30 s each /display?rotate=30&site=${south}`, `* Dark /display?rotate=30&site=${south}`],
  )
})

test('the script of a wallboard goes on to the next site only while the service responds', async (t) => {
  const app = await startApp(t)
  await createSite(app.service.db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  const { page, go } = await openWindow(t, app, { role: 'viewer', expects: /Failed to load|ERR_|fetch/ })
  await page.clock.install()
  await go('/display?rotate=30')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.route('**/readyz', (route) => route.abort())
  await page.clock.runFor(60_000)
  await page.getByText('No connection since').waitFor()
  await page.unroute('**/readyz')
  await page.clock.runFor(10_000)
  await page.getByRole('heading', { name: 'South' }).waitFor()
})
