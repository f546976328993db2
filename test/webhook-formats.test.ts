import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Envelope } from '../src/core/webhooks/events/envelope.ts'
import {
  checkFormat,
  FORMATS,
  type Format,
  type OptionName,
  optionsOf,
  PERSONAL_FORMATS,
  webhookBody,
  withAddress,
} from '../src/core/webhooks/formats/formats.ts'
import { webhooks as words } from '../src/words/en.ts'
import { ENVELOPES } from './harness/envelopes.ts'

// `npm run formats` writes the expected bodies, and the table of formats in the manual.

const envelopes = Object.values(ENVELOPES) as Envelope[]
const asIs = { serializers: [String] }
const examplesOf = (format: Format) =>
  Object.fromEntries(optionsOf(format).map(([name, { example }]) => [name, example]))

for (const format of FORMATS) {
  test(`${format}: every event has the expected body`, (t) => {
    const lines = envelopes.map((envelope) => `${envelope.event} ${webhookBody(format, envelope)}\n`)
    t.assert.fileSnapshot(lines.join(''), join(import.meta.dirname, `webhook-formats/${format}.txt`), asIs)
  })

  test(`${format}: takes its options as they look, and sends JSON with them`, () => {
    const url = 'https://example.org/some-path'
    const examples = examplesOf(format)
    checkFormat(format, url, examples)
    for (const name of Object.keys(examples)) {
      const { [name]: _, ...others } = examples
      assert.throws(() => checkFormat(format, url, others), { statusCode: 400 })
      assert.throws(() => checkFormat(format, url, { ...examples, [name]: '' }), { statusCode: 400 })
    }
    assert.throws(() => checkFormat(format, url, { ...examples, constructor: 'x' }), { statusCode: 400 })
    for (const body of envelopes.map((envelope) => webhookBody(format, envelope)).filter((text) => text !== null)) {
      const request = withAddress(format, examples, { url, body })
      JSON.parse(request.body)
      assert.equal(new URL(request.url).origin, 'https://example.org')
    }
  })
}

test('the table of formats in the manual is that of the list', (t) => {
  const file = join(import.meta.dirname, '../docs/webhooks.md')
  const rows = FORMATS.map((format) => {
    const options = optionsOf(format).map(([name]) => {
      const { label, hint } = words.options[name as OptionName]
      return `\`${name}\`: ${label}. ${hint}`
    })
    const isPersonal = PERSONAL_FORMATS.includes(format)
    return `| \`${format}\` | ${words.formats[format]} | ${options.join(' ')} | ${isPersonal ? 'yes' : ''} |\n`
  })
  const head = '| Format | For | Options | For [people](contact-methods.md#webhook) |\n|---|---|---|---|\n'
  const text = readFileSync(file, 'utf8').replace(
    /(<!-- formats -->\n)[\s\S]*?(?=<!-- end of formats -->)/,
    (_, mark: string) => `${mark}\n${head}${rows.join('')}\n`,
  )
  t.assert.fileSnapshot(text, file, asIs)
})
