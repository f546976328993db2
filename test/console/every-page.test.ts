import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { WORDS } from '../../src/console/words/words.ts'
import { MEASURES } from '../../src/vocabulary/measures.ts'
import { allPages, NASTY, seedAll } from '../harness/all-pages.ts'
import { startApp } from '../harness/app.ts'
import { openWindow } from '../harness/chromium.ts'

const IN_PAGE = readFileSync(join(import.meta.dirname, 'in-page.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What has too little contrast. */
async function faintOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze()
  return violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' ')))
}

/** What is wrong with a page as it stands. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  const barriers = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  const shape = await page.evaluate<string[]>(`${IN_PAGE}; shapeFaults()`)
  return [...barriers, ...shape]
}

test('every page can be read by everybody, in light and dark, on a desk and on a phone', async (t) => {
  const app = await startApp(t)
  const seeded = await seedAll(t, app)
  const desk = await openWindow(t, app, { scheme: 'light' })
  const phone = await openWindow(t, app, { scheme: 'dark', width: 320, height: 700 })
  const pages = allPages(app, seeded)
  assert.ok(pages.length > 2)
  for (const path of pages) {
    await t.test(path, async () => {
      for (const [where, { page, go }] of Object.entries({ desk, phone })) {
        await go(path)
        const faults = (await faultsOf(page)).filter((fault) => where === 'phone' || !fault.startsWith('it is '))
        assert.deepEqual(faults, [], where)
        if (where === 'phone') continue
        // By night the same words stand in the same places; only what is faint has to be looked for.
        await page.emulateMedia({ colorScheme: 'dark' })
        assert.deepEqual(await faintOn(page), [], 'desk, dark')
        await page.emulateMedia({ colorScheme: 'light' })
      }
    })
  }
})

test('what is called by a nasty name is shown by that name on every page, and nothing comes of it', async (t) => {
  const app = await startApp(t)
  const seeded = await seedAll(t, app, { named: NASTY })
  const { page, go } = await openWindow(t, app)
  let seen = 0
  page.on('dialog', () => assert.fail('a script has run'))
  for (const path of allPages(app, seeded)) {
    await go(path)
    assert.equal(await page.locator('img[src=x]').count(), 0, path)
    if ((await page.locator('main').textContent())?.includes(NASTY)) seen += 1
  }
  assert.ok(seen > 0)
})

test('every page speaks only words of the catalogue', async (t) => {
  const app = await startApp(t)
  const seeded = await seedAll(t, app, { named: '42' })
  const { page, go } = await openWindow(t, app)
  const plain = WORDS.en
  // The longest first: one may be part of another.
  const stored = (await app.rows<{ text: string }>(STORED_TEXTS)).map(({ text }) => text)
  const found: Record<string, string[]> = {}
  WORDS.en = pseudo(plain) as typeof plain
  try {
    for (const path of allPages(app, seeded)) {
      await go(path)
      const known = JSON.stringify([...stored, ...SYMBOLS])
      const foreign = await page.evaluate<string[]>(`${IN_PAGE}; wordsFromElsewhere(${known})`)
      if (foreign.length > 0) found[path] = foreign
    }
  } finally {
    WORDS.en = plain
  }
  assert.deepEqual(found, {})
})

/** Units, names of zones and of formats are the same in every language. */
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
  ],
]
  .filter((symbol) => symbol.length > 2)
  .sort((one, other) => other.length - one.length)

/** What people and devices have said, and the words of rules, which are theirs. */
const STORED_TEXTS = `
  select text
  from (
    select name as text from devices
    union select unnest(tags) from devices
    union select title from alerts
    union select title from incidents
    union select text from incident_timeline
    union select name from webhooks
    union select reason from silences
    union select email from users
    union select key from rules
    union select jsonb_array_elements(attempts) ->> 'detail' from deliveries
    union select definition ->> 'name' from rules
    union select definition ->> 'title' from rules
    union select definition ->> 'source' from rules
  ) as texts
  where text <> ''
  order by length(text) desc`

/** The same texts in brackets, longer by a third as other languages are. */
function pseudo(value: unknown): unknown {
  if (typeof value === 'string') return `⟦${value}${'·'.repeat(Math.ceil(value.length / 3))}⟧`
  if (typeof value === 'function') return (...all: unknown[]) => pseudo(value(...all))
  if (Array.isArray(value)) return value.map(pseudo)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, pseudo(one)]))
}
