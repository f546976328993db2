import type { Addition } from '../../harness/addition.ts'

/** Slovenian, of which only the beginning is translated. Its numbers have four forms. */
export const addition: Addition = {
  title: 'Adding a language',
  toy: 'sl',
  atMost: 4,
  adds: {
    'src/words/sl.ts': `import * as en from './en.ts'
import { plural } from './plural.ts'

export * from './en.ts'

const count = plural('sl')

export const language: typeof en.language = { name: 'Slovenščina', locale: 'sl-SI', direction: 'ltr' }

export const shared: typeof en.shared = {
  ...en.shared,
  places: { ...en.shared.places, devices: 'Naprave' },
  measuresInside: { ...en.shared.measuresInside, systolic: 'sistolični tlak' },
}

export const messages: typeof en.messages = {
  ...en.messages,
  digest: {
    ...en.messages.digest,
    title: (n) => count(n, { one: '# dogodek', two: '# dogodka', few: '# dogodki', other: '# dogodkov' }),
  },
}
`,
  },
  edits: {
    'src/words/words.ts': [
      ["import * as en from './en.ts'\n", "import * as en from './en.ts'\nimport * as sl from './sl.ts'\n"],
      ['const LISTED = { en, de }', 'const LISTED = { en, de, sl }'],
    ],
  },
  proof: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { addUser, openBrowser } from './harness/browser.ts'

test('a person reads pages and headlines in the new language, and writes names of rules in it', async (t) => {
  const app = await startApp(t)
  const bed = await app.createDevice({ name: 'Bed 1', module: 'health' })
  await bed.send({ metrics: { systolic: 196 } })
  const browser = openBrowser(app.url)
  const { email } = await addUser(app, 'admin')
  await browser.logIn(email)
  await browser.go('/account')
  await browser.fillIn('/account/preferences', 'Save', { Language: 'Slovenščina' })
  const { text } = await browser.go('/devices')
  assert.match(text, /<html lang="sl"/)
  assert.match(text, /<span>Naprave<\\/span>/)
  assert.match((await browser.go('/incidents/1')).text, /sistolični tlak 196/)
  assert.match((await browser.go('/rules/health.fall')).text, /name="name_sl"/)
})
`,
}
