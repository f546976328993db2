import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { backOffMs } from '../../packages/device-client/src/back-off.ts'
import { fileStore } from '../../packages/device-client/src/file-store.ts'
import { memoryStore } from '../../packages/device-client/src/memory-store.ts'

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-kit-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.constant('add' as const) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.constant('crash' as const) },
)

test('a file store keeps readings in order; after a crash none is missing, some may be repeated', (t) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const folder = newFolder(t)
      const open = () => fileStore({ folder, limit: 60, sync: false })
      let store = open()
      let added = 0
      /** The oldest reading that may still be stored. */
      let oldest = 0
      for (const what of steps) {
        if (what === 'add') oldest += store.add(String(added++))
        else if (what === 'crash') {
          // Without closing: the open file stays as it is.
          store = open()
          const [first] = store.oldest(1)
          const resumed = first === undefined ? added : Number(first)
          assert.ok(resumed <= oldest && oldest - resumed < 3, 'at most a file of three is sent again')
          oldest = resumed
        } else {
          const lines = store.oldest(what)
          assert.deepEqual(
            lines.map(Number),
            lines.map((_, place) => oldest + place),
          )
          assert.equal(lines.length > 0, store.size() > 0)
          store.remove(lines.length)
          oldest += lines.length
        }
        assert.equal(store.size(), added - oldest)
        assert.ok(store.size() <= 60)
      }
      store.close()
    }),
    { numRuns: 60 },
  )
})

test('an incomplete line is skipped, and an empty store has no files', (t) => {
  const folder = newFolder(t)
  const store = fileStore({ folder })
  store.add('{"a":1}')
  store.close()
  appendFileSync(join(folder, readdirSync(folder)[0]!), '{"b":')
  const reopened = fileStore({ folder })
  reopened.add('{"c":3}')
  assert.deepEqual([reopened.oldest(10), reopened.size()], [['{"a":1}'], 2])
  reopened.remove(1)
  assert.deepEqual(reopened.oldest(10), ['{"c":3}'])
  reopened.remove(1)
  assert.deepEqual([readdirSync(folder), reopened.size(), reopened.oldest(10)], [[], 0, []])
})

test('a full memory store drops the oldest readings', () => {
  const store = memoryStore({ limit: 2 })
  assert.deepEqual([store.add('1'), store.add('2'), store.add('3')], [0, 0, 1])
  assert.deepEqual(store.oldest(10), ['2', '3'])
})

test('the delay grows with each failure up to 90 seconds, and is at least the Retry-After', () => {
  assert.deepEqual(
    [1, 2, 3, 7, 20].map((failures) => backOffMs(failures, 0, 0)),
    [1_000, 2_000, 4_000, 60_000, 60_000],
  )
  assert.deepEqual([backOffMs(1, 30_000, 0), backOffMs(20, 0, 1), backOffMs(1, 30_000, 1)], [30_000, 90_000, 45_000])
})
