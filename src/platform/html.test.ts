import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from './html.ts'

test('values are escaped, in text and in attributes', () => {
  const evil = `"><img src=x onerror='alert(1)'>&amp;`
  const page = html`<p title="${evil}">${evil}</p>`.toString()
  const safe = '&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;'
  assert.equal(page, `<p title="${safe}">${safe}</p>`)
})

test('templates nest without being escaped again, lists are joined, and what is absent leaves nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
  assert.equal(html`<ul>${items}</ul>`.toString(), '<ul><li>a</li><li>&lt;b&gt;</li></ul>')
  assert.equal(html`${null}${undefined}${false}${0}${''}${[]}`.toString(), '0')
})

test('an object that only looks like HTML is escaped like any text', () => {
  const forged = { toString: () => '<script>' } as unknown as string
  assert.equal(html`${forged}`.toString(), '&lt;script&gt;')
})
