import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '../../../../test/documentation/markdown.ts'
import { REASON_CODES } from '../messages/not-understood.ts'
import { FORMAT_NAMES, findFormat } from './formats.ts'

const guide = read('docs/sources.md')

/** Rows of the table behind a heading, by cell. */
function rowsBehind(heading: string): string[][] {
  const section = guide.split(`\n${heading}\n`)[1]!.split(/\n##/, 1)[0]!
  const rows = section.split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(1).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!)

test('the guide has every format with its paths and its module', () => {
  const rows = rowsBehind('## The formats')
  assert.deepEqual(
    rows.map(([name]) => quoted(name!)[0]),
    FORMAT_NAMES,
  )
  for (const [name, listed, module] of rows) {
    const format = findFormat(quoted(name!)[0]!)!
    const paths = format.paths.filter((path) => path !== '' && !path.endsWith('.json'))
    const [messages, others = ''] = listed!.split('; also ')
    assert.deepEqual(
      quoted(messages!).filter((path) => path !== '.json'),
      paths,
      name!,
    )
    assert.equal(messages!.startsWith('the URL itself'), format.paths.includes(''), name!)
    for (const path of quoted(others)) {
      const query = new URLSearchParams()
      assert.ok(
        ['GET', 'POST'].some((method) => format.other?.({ method, path, query })),
        path,
      )
    }
    assert.deepEqual(quoted(module!), [format.module], name!)
  }
})

test('the guide has every setting of each format with its default', () => {
  const rows = rowsBehind('### Settings of formats').map(([format, setting, value]) => [
    quoted(format!)[0] ?? format!,
    quoted(setting!)[0]!,
    quoted(value!).length > 0 ? quoted(value!).join() : value!,
  ])
  const expected = FORMAT_NAMES.flatMap((name) =>
    Object.entries(findFormat(name)!.settings.properties).map(([setting, shape]) => {
      const value = String((shape as { default?: unknown }).default ?? 'none')
      return [name, setting, value === '' ? 'empty' : value]
    }),
  )
  assert.deepEqual(rows, [['any', 'header', 'none'], ...expected])
})

test('the guide says what every reason means', () => {
  for (const code of REASON_CODES) assert.ok(guide.includes(`| \`${code}\` |`), code)
})
