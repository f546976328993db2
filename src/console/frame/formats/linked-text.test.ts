import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from '../../../platform/html.ts'
import { linkedText } from './linked-text.ts'

const linked = (text: string) => String(html`${linkedText(text)}`)
const links = (text: string) => [...linked(text).matchAll(/href="([^"]*)"/g)].map(([, address]) => address)

test('addresses and telephone numbers in a text are links, and the text stays the same', () => {
  const text = 'Daughter +386 41 234-567, or (01) 234 56 78. Plan: https://example.org/a?b=1&c=2. Safe 4711'
  assert.deepEqual(links(text), ['tel:+38641234567', 'tel:012345678', 'https://example.org/a?b=1&amp;c=2'])
  assert.equal(
    linked(text)
      .replace(/<[^>]*>/g, '')
      .replaceAll('&amp;', '&'),
    text,
  )
  assert.deepEqual(links('555 123-4567'), ['tel:5551234567'])
})

test('dates, codes, versions and serial numbers are no telephone numbers', () => {
  for (const text of [
    'Code 4711',
    '2026-03-01',
    '12.03.2026',
    '10.0.0.12',
    'SN-0012345678',
    'A0012345678',
    '1234567',
  ]) {
    assert.deepEqual(links(text), [], text)
  }
})

test('what looks like an address of another kind is no link, and markup is shown as text', () => {
  assert.equal(linked('javascript:alert(1) <b>'), 'javascript:alert(1) &lt;b&gt;')
  assert.deepEqual(links('https://example.org/"onclick=x'), ['https://example.org/'])
})
