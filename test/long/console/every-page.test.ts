import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { VERSION } from '../../../src/app/node/version.ts'
import { MEASURES } from '../../../src/core/vocabulary/measures.ts'
import { WORDS } from '../../../src/words/words.ts'
import { allPages, NASTY, seedAll, showAsFamily } from '../../harness/all-pages.ts'
import { startApp } from '../../harness/app.ts'
import { barriersOn } from '../../harness/axe.ts'
import { laidOut, openWindow } from '../../harness/chromium.ts'
import { startMailServer } from '../../harness/mail-server.ts'
import { STATUS_PAGE, startStatusPage } from '../../harness/status-page.ts'

const IN_PAGE = readFileSync(join(import.meta.dirname, 'in-page.js'), 'utf8')
const DESK = { width: 1_280, height: 900 }
const PHONE = { width: 320, height: 700 }
/** Each page is loaded once and then switched between views. Only contrast depends on the colours. */
const VIEWS = [
  { name: 'light, on a desk', scheme: 'light', size: DESK, isAnew: true },
  { name: 'dark, on a desk', scheme: 'dark', size: DESK, isAnew: false },
  { name: 'dark, on a phone', scheme: 'dark', size: PHONE, isAnew: true },
  { name: 'light, on a phone', scheme: 'light', size: PHONE, isAnew: false },
] as const
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Not required by WCAG, but useful for orientation with a screen reader. */
const ORDER = { 'landmark-unique': { enabled: true }, 'heading-order': { enabled: true } }
const ALL_RULES = { runOnly: WCAG, rules: ORDER }
const CONTRAST = { runOnly: ['color-contrast'] }

/** Violations on the page in each of its views. */
async function faultsOf(page: Page): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { name, scheme, size, isAnew } of VIEWS) {
    // A part that is being replaced is faded.
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: scheme })
    const barriers = await barriersOn(page, isAnew ? ALL_RULES : CONTRAST)
    const faults = [...barriers, ...(isAnew ? await shapeOf(page) : [])]
    if (faults.length > 0) found[name] = faults
  }
  return found
}

async function shapeOf(page: Page): Promise<string[]> {
  await laidOut(page)
  return page.evaluate<string[]>(`${IN_PAGE}; shapeFaults()`)
}

test('every page is accessible, in light and dark, on desktop and phone', async (t) => {
  const app = await startApp(t)
  const seeded = await seedAll(t, app)
  const { page, go } = await openWindow(t, app, { expects: /404/ })
  await showAsFamily(app)
  const pages = [...allPages(app, seeded), '/nothing/here']
  assert.ok(pages.length > 30)
  for (const path of pages) {
    await t.test(path, async () => {
      await page.setViewportSize(DESK)
      await go(path)
      assert.deepEqual(await faultsOf(page), {})
    })
  }
})

test('every page without a login is accessible', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app, { role: null, expects: /404/ })
  await go('/setup')
  assert.deepEqual(await faultsOf(page), {}, 'the first account')
  const call = await app.logIn('admin')
  const invitation = await call('POST', '/api/admin/users', { email: 'bo@example.org', role: 'viewer', invite: true })
  const { ids } = await seedAll(t, app)
  const status = `/status/${ids['/status']}`
  for (const path of [
    status,
    `${status}?history=1`,
    '/login',
    new URL(invitation.body.data.invitation.url).pathname,
    '/invitation/none',
  ]) {
    await go(path)
    assert.deepEqual(await faultsOf(page), {}, path)
  }
})

test('what visitors of a status page see who subscribe is accessible', async (t) => {
  const mail = await startMailServer(t)
  const env = { SMTP_URL: mail.url, SMTP_FROM: 'a@example.org', PUBLIC_URL: 'http://status.example.org' }
  const { app, url, head } = await startStatusPage(t, { env })
  await head('PUT', STATUS_PAGE, { title: 'Services', devices: [], subscription: true })
  const { page, go } = await openWindow(t, app, { role: null, expects: /400/ })
  const path = new URL(url).pathname
  await go(path)
  assert.deepEqual(await faultsOf(page), {}, 'the link')
  await page.locator('.subscription a').click()
  await page.locator('#email').waitFor()
  assert.deepEqual(await faultsOf(page), {}, 'the form')
  await page.locator('#email').fill('a..b@example.org')
  await page.locator('#email').press('Enter')
  await page.locator('#email-error').waitFor()
  assert.deepEqual(await faultsOf(page), {}, 'refused')
  await page.locator('#email').fill('ana@example.org')
  await page.locator('#email').press('Enter')
  await page.getByText('Check your inbox').waitFor()
  assert.deepEqual(await faultsOf(page), {}, 'asked')
  await app.leap({ seconds: 10 })
  await go(new URL(/http:\S+subscription\/\w+/.exec(mail.mails[0]!.mail.text!)![0]).pathname)
  for (const button of ['Confirm', 'Unsubscribe']) {
    assert.deepEqual(await faultsOf(page), {}, button)
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('button', { name: button }).waitFor({ state: 'detached' })
  }
  assert.deepEqual(await faultsOf(page), {}, 'ended')
})

test('hostile names are shown unchanged on every page and have no effect', async (t) => {
  const app = await startApp(t)
  await (await app.logIn('operator'))('PUT', '/api/admin/rules/nasty', {
    key: 'nasty',
    name: NASTY,
    condition: { type: 'threshold', field: 'metrics.systolic', op: 'gt' },
    levels: [{ severity: 'critical', value: 150 }],
    title: `Above {threshold}: ${NASTY}`,
    source: NASTY,
  })
  const seeded = await seedAll(t, app, { named: NASTY })
  const { page, go } = await openWindow(t, app)
  await showAsFamily(app)
  let seen = 0
  page.on('dialog', () => assert.fail('a script has run'))
  for (const path of allPages(app, seeded)) {
    await go(path)
    assert.equal(await page.locator('img[src=x]').count(), 0, path)
    if ((await page.locator('main').textContent())?.includes(NASTY)) seen += 1
  }
  assert.ok(seen > 10)
})

test('every page uses only texts of the catalogue, and fits long texts and right-to-left text', async (t) => {
  const app = await startApp(t)
  const seeded = await seedAll(t, app, { named: '42' })
  const { page, go } = await openWindow(t, app)
  await showAsFamily(app)
  const plain = WORDS.en
  // The longest first, since one may contain another.
  const stored = (await app.rows<{ text: string }>(STORED_TEXTS)).map(({ text }) => text)
  const found: Record<string, string[]> = {}
  // The name of a language is in its own words, so it is no text.
  WORDS.en = { ...(pseudo(plain) as typeof plain), language: plain.language }
  try {
    for (const path of allPages(app, seeded)) {
      await page.setViewportSize(DESK)
      await go(path)
      const known = JSON.stringify([...stored, ...SYMBOLS])
      const foreign = await page.evaluate<string[]>(`${IN_PAGE}; wordsFromElsewhere(${known})`)
      if (foreign.length > 0) found[path] = foreign
      await page.setViewportSize(PHONE)
      const forward = await shapeOf(page)
      await page.evaluate("document.documentElement.dir = 'rtl'")
      const faults = [...forward, ...(await shapeOf(page)).map((fault) => `from right to left ${fault}`)]
      if (faults.length > 0) found[`${path} on a phone`] = faults
    }
  } finally {
    WORDS.en = plain
  }
  assert.deepEqual(found, {})
})

/** Units, zone names and format names are the same in every language. */
const SYMBOLS = [
  ...Object.values(MEASURES).map(({ unit }) => unit),
  ...[
    'mph',
    'mmol/L',
    'KiB',
    'MiB',
    'UTC',
    'CSV',
    'JSON',
    'NDJSON',
    'GeoJSON',
    'GPX',
    'Tocsin',
    'Chromium',
    'Europe/Ljubljana',
    'min',
    'webhook-id',
    VERSION,
  ],
]
  .filter((symbol) => symbol.length > 2)
  .sort((one, other) => other.length - one.length)

/** Texts entered by people and devices, and the texts of rules. */
const STORED_TEXTS = `
  select text
  from (
    select name as text from devices
    union select unnest(tags) from devices
    union select name from escalation_policies
    union select title from alerts
    union select title from incidents
    union select text from incident_timeline
    union select name from webhooks
    union select reason from silences
    union select name from schedules
    union select title from status_pages
    union select label from status_page_devices
    union select label from status_page_tags
    union select title from status_notices
    union select text from status_notices
    union select name from sites
    union select name from users
    union select email from users
    union select key from rules
    union select jsonb_array_elements(attempts) ->> 'detail' from deliveries
    union select definition ->> 'name' from rules
    union select definition ->> 'title' from rules
    union select definition ->> 'source' from rules
  ) as texts
  where text <> ''
  order by length(text) desc`

/** The same texts in brackets, a third longer, like other languages. A page puts its own values in place of `{names}`. */
function pseudo(value: unknown): unknown {
  if (typeof value === 'string') {
    const pieces = value.split(/(\{\w+\})/)
    return pieces.map((piece, place) => (place % 2 === 0 ? longer(piece) : `⟦${piece}⟧`)).join('')
  }
  if (typeof value === 'function') return (...all: unknown[]) => pseudo(value(...all))
  if (Array.isArray(value)) return value.map(pseudo)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, pseudo(one)]))
}

const longer = (text: string): string => (text === '' ? '' : `⟦${text}${'·'.repeat(Math.ceil(text.length / 3))}⟧`)
