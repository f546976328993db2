import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SOURCE_STEPS } from '../faults/source-steps.ts'
import { COUNTED, type Place, STEPS } from '../faults/steps.ts'
import type { Addition } from './harness/addition.ts'

const ROOT = join(import.meta.dirname, '..')
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

test('the code that fault runs stop at is in the files that they name', () => {
  const places: [string, Place][] = Object.entries({ ...STEPS, ...COUNTED, ...SOURCE_STEPS })
  assert.ok(places.length > 20)
  for (const [name, { file, code }] of places) assert.ok(textOf(file).includes(code), `${name}: ${file}`)
})

test('the code that the trial additions change is once in the files that they name', async () => {
  const changed = new Map<string, string>()
  for (const path of globSync('test/long/additions/*.ts', { cwd: ROOT }).sort()) {
    const { addition } = (await import(join(ROOT, path))) as { addition: Addition }
    for (const [file, replacements] of Object.entries(addition.edits)) {
      let text = changed.get(file) ?? textOf(file)
      for (const [from, to] of replacements) {
        assert.equal(text.split(from).length, 2, `${addition.title}: ${file} must have once: ${from}`)
        text = text.replace(from, () => to)
      }
      changed.set(file, text)
    }
  }
  assert.ok(changed.size > 5)
})
