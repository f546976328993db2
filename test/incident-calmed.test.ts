import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { savePreferences } from '../src/core/people/preferences/preferences.ts'
import { openBrowser } from './harness/browser.ts'
import { startWithTank, tankRule } from './harness/tank-of-two-levels.ts'

const plain = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A node with two people, the second one of whom reads German, and what pages say to them of how bad it is and since when. */
async function start(t: TestContext, rule?: object) {
  const started = await startWithTank(t, rule)
  const [ana, boris] = [await started.addReachable(), await started.addReachable()]
  await savePreferences(started.app.service.db, boris.id, { language: 'de' })
  const says = async (email: string) => {
    const browser = openBrowser(started.app.url)
    await browser.logIn(email)
    const part = async (path: string, [begin, end]: [string, string]) =>
      plain((await browser.go(path)).text.split(begin)[1]!.split(end)[0]!)
    return {
      wallboard: () => part('/display', ['<span class="wall-since">', '</span>']),
      now: (path: string) => part(path, ['<span>bar</span> <span class="meta">', '</span>']),
      since: async (path: string) => (await part(path, ['<p class="since ', '</span>'])).replace(/^\w+"> ?/, ''),
    }
  }
  return { ...started, ana, boris, english: await says(ana.call.email), german: await says(boris.call.email) }
}

test('how long it was critical ends when it is so no longer, on pages, the wallboard and in messages', async (t) => {
  const { app, reads, ana, boris, english, german } = await start(t)
  const pages = ['/incidents/1', '/alerts/1']
  await reads(6, 9)
  assert.equal(await english.wallboard(), 'Critical for 1 min, rising')
  await reads(6)
  await app.fastForward({ minutes: 6 })
  assert.equal(await english.wallboard(), 'Critical for 2 min until 12:03 UTC, now warning, 6')
  assert.equal(await german.wallboard(), 'Kritisch 2 min lang bis 12:03 UTC, jetzt Warnung, 6')
  for (const page of pages) {
    assert.equal(await english.since(page), 'above 8 · for 2 min until 12:03', page)
    assert.equal(await german.since(page), 'über 8 · 2 min lang bis 12:03', page)
    assert.equal(await english.now(page), 'now 6', page)
  }
  await ana.call('POST', '/api/mobile/incidents/1/acknowledgement')
  await app.runJobs()
  assert.equal(ana.lines().at(-1), 'Still open. Critical for 2 min until 12:03 UTC, now warning, 6.')
  assert.equal(boris.lines().at(-1), `${ana.name} kümmert sich. Kritisch 2 min lang bis 12:03 UTC, jetzt Warnung, 6.`)
  await reads(9, 6)
  assert.equal(await english.wallboard(), 'Critical, 12:01 UTC, now warning, 6', 'twice, so no one duration is true')
  for (const page of pages) assert.equal(await english.since(page), 'above 8 · 12:01', page)
})

test('what rises again counts from then, and from the first of two that rise one after the other', async (t) => {
  const { app, call, device, reads, english } = await start(t)
  await reads(6, 9, 6)
  await app.fastForward({ minutes: 6 })
  await reads(9)
  for (const page of ['/incidents/1', '/alerts/1'])
    assert.equal(await english.since(page), 'above 8 · for 1 min 10 s', page)
  await device.send({ ts: Number(app.now()), metrics: { bar: 9.5 } })
  await app.fastForward({ minutes: 2 })
  assert.match(await english.wallboard(), /^Critical for 3 min/)
  const high = { ...tankRule({}, {}), levels: [{ severity: 'critical', value: 8 }], title: 'Tank too full' }
  assert.equal((await call('PUT', '/api/admin/rules/own.high', high)).status, 200)
  await reads(9, 9)
  // The first one calms down: the other has been critical since before that.
  assert.equal((await call('PUT', '/api/admin/rules/own.tank', tankRule({ value: 5 }, { value: 50 }))).status, 200)
  await reads(9)
  assert.match(await english.wallboard(), /^Critical for 6 min/)
})

test('after a critical alert is resolved, the open one beside it gives the present value', async (t) => {
  const { app, call, reads, english } = await start(t, tankRule({ value: 5 }, { value: 50 }))
  const high = { ...tankRule({}, {}), levels: [{ severity: 'critical', value: 8 }], title: 'Tank too full' }
  assert.equal((await call('PUT', '/api/admin/rules/own.high', high)).status, 200)
  await reads(6, 9, 6)
  await app.fastForward({ minutes: 6 })
  assert.equal(await english.wallboard(), 'Critical for 2 min until 12:03 UTC, now warning, 6')
  assert.equal(await english.since('/incidents/1'), 'above 8 · for 2 min until 12:03')
  assert.equal(await english.now('/incidents/1'), 'now 6')
})
