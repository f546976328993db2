import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { savePreferences } from '../../../src/core/people/preferences/preferences.ts'
import { WORDS } from '../../../src/words/words.ts'
import { startApp, type TestApp } from '../../harness/app.ts'
import { addUser, openBrowser } from '../../harness/browser.ts'
import { openWindow } from '../../harness/chromium.ts'
import { startReceiver } from '../../harness/receiver.ts'

/** Hostile texts in all free-text fields. */
const CORPUS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '<svg/onload=alert(1)>',
  '</textarea></title><script>alert(1)</script>',
  'javascript:alert(1)',
  '{{7*7}}',
]
const PAGES = [
  ...['/webhooks', '/webhooks/1', '/webhooks/1/settings', '/webhooks/1/deliveries/1', '/webhooks/new'],
  ...['/users', '/users/1', '/users/new', '/tokens', '/audit', '/settings', '/account', '/nothing/here'],
]

/** One of every object, with hostile names and answers. */
async function fill(t: TestContext): Promise<TestApp> {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  receiver.status = 500
  receiver.body = CORPUS.join('\n')
  receiver.headers = { 'x-hello': CORPUS[1]! }
  await app.createWebhook({ name: CORPUS.join(' ').slice(0, 100), url: receiver.url, tags: CORPUS.slice(0, 2) })
  const { email } = await addUser(app, 'admin')
  const browser = openBrowser(app.url, { 'user-agent': CORPUS.join(' ').slice(0, 190) })
  await browser.logIn(email)
  await browser.go('/webhooks/1')
  await browser.send('/webhooks/1/test')
  await browser.go('/account')
  for (const name of CORPUS.slice(0, 3)) {
    await browser.send('/account/tokens', { name, role: 'viewer', days: 'never' })
    await browser.go('/account')
  }
  for (const name of CORPUS) await app.createDevice({ name, tags: [name] })
  return app
}

test('every text entered anywhere is shown as text, and fits', async (t) => {
  const app = await fill(t)
  const { page, go } = await openWindow(t, app, { width: 320, height: 700, expects: /404/ })
  for (const path of PAGES) {
    await go(path)
    const injected = await page.locator('main :is(script, img[src=x], svg[onload], [onerror])').count()
    assert.equal(injected, 0, path)
    const wider = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
    assert.ok(wider <= 0, `${path} is ${wider} px too wide at 320`)
  }
})

/** Longer texts, since short words may be equal in both languages. */
function textsOf(words: unknown): string[] {
  if (typeof words === 'string') return words.length > 11 && words.includes(' ') ? [words] : []
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsOf) : []
}

test('language, time zone and units apply on every page', async (t) => {
  const app = await fill(t)
  const { email, id } = await addUser(app, 'admin')
  await savePreferences(app.service.db, id, { language: 'de', zone: 'Asia/Kathmandu', times: 'absolute' })
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  const german = new Set(textsOf(WORDS.de))
  // Names of metrics are part of built-in rules, which are data.
  const english = textsOf({ ...WORDS.en, shared: { ...WORDS.en.shared, measures: {} } }).filter(
    (text) => !german.has(text),
  )
  assert.ok(english.length > 100)
  for (const path of PAGES.slice(0, -1)) {
    const { status, text } = await browser.go(path)
    assert.equal(status, 200, path)
    const visible = text.replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, '\n').replaceAll('&#39;', "'")
    const left = english.filter((sentence) => visible.includes(sentence))
    assert.deepEqual(left, [], `${path} speaks English`)
    assert.match(text, /<html lang="de"/)
    for (const [, time] of text.matchAll(/<time [^>]*>([^<]*)</g)) assert.match(time!, /GMT\+5:45/, path)
  }
})

test('viewers see no controls except on their account, and forged requests are refused', async (t) => {
  const app = await fill(t)
  const { email } = await addUser(app, 'viewer')
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  const csrf = (await browser.go('/account')).csrf()
  const routes = app.service.http.routeList.filter(
    ({ schema, method, policy }) => schema.hide && method !== 'HEAD' && policy !== 'source',
  )
  const own =
    /^\/(devices\/(rows|columns)$|account|logout|login|setup|invitation|password-reset|a\/|status\/|calendar-feeds|reports\/(:?\w+\/)?weekly)/
  for (const { method, url, policy } of routes.filter((route) => !own.test(route.url))) {
    const path = url.replace(/:[a-z_]+/g, '1')
    if (method === 'POST') {
      const forged = await browser.post(path, { _csrf: csrf })
      assert.equal(forged.status, 403, `POST ${url}`)
      assert.notEqual(policy, 'viewer', `POST ${url}`)
    } else if (policy === 'viewer') {
      const { text } = await browser.go(path)
      const actions = [...text.matchAll(/<form method="post" action="([^"]*)"/g)].map(([, action]) => action)
      assert.deepEqual(
        actions.filter((action) => !own.test(action!)),
        [],
        url,
      )
    } else if (policy !== 'public') assert.equal((await browser.go(path)).status, 403, url)
  }
  const tokens = await app.rows<{ count: number }>('select count(*)::integer as count from access_tokens')
  assert.deepEqual(tokens, [{ count: 3 }])
})
