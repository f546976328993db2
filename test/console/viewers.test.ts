import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import AxeBuilder from '@axe-core/playwright'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, openBrowser } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'

const PART = { 'hx-request': 'true' }

/** An incident and two nodes. */
async function onTwoNodes(t: TestContext) {
  const here = await startApp(t)
  const there = await startApp(t, { connection: here.connection, startsAt: here.now() })
  const device = await here.createDevice({ module: 'health', name: 'Bed 12' })
  await device.send({ ts: Number(here.now()), lat: 46.05, lng: 14.5, metrics: { systolic: 190 } })
  const [row] = await here.rows<{ incident_id: string }>('select incident_id from incidents')
  return { here, there, address: `/incidents/${row!.incident_id}` }
}

async function visitorOf(app: TestApp) {
  const { id, email } = await addUser(app, 'viewer')
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  return { id, browser, name: email.split('@')[0]! }
}

/** The other viewers listed on a page. */
const others = ({ text }: { text: string }) => /<p id="viewers"[^>]*>([\s\S]*?)<\/p>/.exec(text)![1]!

const presence = (app: TestApp) =>
  app.rows<{ event: string }>("select event from live_events where topic = 'presence' order by xid, id")

test('an incident shows who else is viewing it, on every node, as long as they do', async (t) => {
  const { here, there, address } = await onTwoNodes(t)
  const [mia, tom] = [await visitorOf(here), await visitorOf(there)]
  assert.equal(others(await mia.browser.go(address)), '')
  assert.match(others(await tom.browser.go(address)), new RegExp(`${mia.name} is also viewing this`))
  const seen = async () => others(await mia.browser.go(`${address}/viewers`, PART))
  for (let looks = 0; looks < 4; looks += 1) {
    await here.leap({ seconds: 20 })
    await there.leap({ seconds: 20 })
    assert.match(others(await tom.browser.go(`${address}/viewers`, PART)), /is also viewing this/)
    assert.match(await seen(), new RegExp(`${tom.name} is also viewing this`))
    // A refresh by the script does not count as viewing.
    await tom.browser.go(address, PART)
  }
  await here.leap({ seconds: 40 })
  assert.match(await seen(), new RegExp(tom.name))
  await here.leap({ seconds: 10 })
  assert.equal(await seen(), '')
  // Only joining and leaving are announced; nothing of it is stored.
  assert.deepEqual(
    (await presence(here)).map(({ event }) => event),
    ['presence.joined', 'presence.joined', 'presence.left'],
  )
  assert.deepEqual(await here.rows("select action from audit_entries where action like '%incident%'"), [])
})

test('people who log out, are disabled or deleted are no longer shown as viewers', async (t) => {
  const { here, there, address } = await onTwoNodes(t)
  const [mia, one, two, three] = [
    await visitorOf(here),
    await visitorOf(there),
    await visitorOf(here),
    await visitorOf(there),
  ]
  await mia.browser.go(address)
  for (const { browser } of [one, two, three]) await browser.go(address)
  const seen = async () => others(await mia.browser.go(`${address}/viewers`, PART))
  const names = [one.name, two.name, three.name].sort()
  assert.match(await seen(), new RegExp(`${names[0]}, ${names[1]} and ${names[2]} are also viewing this`))
  await one.browser.send('/logout')
  assert.doesNotMatch(await seen(), new RegExp(one.name))
  await here.rows('update users set enabled = false where id = $1', [two.id])
  assert.match(await seen(), new RegExp(`>${three.name} is also viewing this`))
  await here.rows('delete from users where id = $1', [three.id])
  assert.equal(await seen(), '')
})

test('viewers see others open and close the page without a reload', async (t) => {
  const { here, there, address } = await onTwoNodes(t)
  const mia = await openWindow(t, here, { role: 'operator' })
  await mia.page.clock.install()
  await mia.go(address)
  await mia.page.locator('.pill[data-state=live]').waitFor()
  const tom = await openWindow(t, there, { role: 'viewer', width: 390, height: 844, scheme: 'dark' })
  await tom.go(address)
  const says = (window: typeof mia, text: string) => window.page.locator('#viewers', { hasText: text }).waitFor()
  await says(tom, `${mia.email.split('@')[0]} is also viewing this`)
  await says(mia, `${tom.email.split('@')[0]} is also viewing this`)
  for (const { page } of [mia, tom]) {
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze()
    assert.deepEqual(violations, [])
  }
  const [asked] = await Promise.all([mia.page.waitForRequest(`**${address}/viewers`), mia.page.clock.runFor(20_000)])
  assert.equal((await (await asked.response())!.finished()) ?? 'whole', 'whole')
  await tom.page.close()
  await here.fastForward({ seconds: 46 })
  await mia.page.locator('#viewers:empty').waitFor({ state: 'attached' })
})

test('a page in the background does not count as viewed', async (t) => {
  const { here, address } = await onTwoNodes(t)
  const { page, go } = await openWindow(t, here)
  await page.clock.install()
  await go(address)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/viewers')) asked += 1
  })
  const setHidden = (isHidden: boolean) =>
    page.evaluate(
      `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`,
    )
  await setHidden(true)
  await page.clock.runFor(120_000)
  assert.equal(asked, 0)
  await Promise.all([page.waitForRequest(`**${address}/viewers`), setHidden(false)])
})
