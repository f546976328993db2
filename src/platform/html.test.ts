import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each, html, writeHtml } from './html.ts'

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

test('items that are shown when they are written are escaped and nested like others, in their order', async () => {
  const rows = (names: string[]) =>
    html`<ol>${each(names, (name, place) => html`<li>${place} ${each([name], (text) => text)}</li>`)}</ol>`
  const expected = '<p><ol><li>0 a</li><li>1 &lt;b&gt;</li></ol></p>'
  assert.equal(html`<p>${rows(['a', '<b>'])}</p>`.toString(), expected)
  assert.equal(await writeHtml(html`<p>${rows(['a', '<b>'])}</p>`, () => undefined), expected)
  assert.equal(
    html`<p title="${each(['"'], (text) => text)}">${[each([], () => 'none')]}</p>`.toString(),
    '<p title="&quot;"></p>',
  )
})

test('between two of these items, other work runs', async () => {
  const log: string[] = []
  const shown = (name: string) => {
    log.push(`shows ${name}`)
    return name
  }
  await writeHtml(html`${each(['a', 'b'], shown)}${each(['c'], shown)}`, async () => void log.push('others'))
  assert.deepEqual(log, ['others', 'shows a', 'others', 'shows b', 'others', 'shows c'])
})
