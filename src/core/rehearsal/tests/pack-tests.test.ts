import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PACKS, readRulePacks } from '../../rules/packs/rule-packs.ts'
import { runRuleTestFile } from './read-rule-tests.ts'

const files = readdirSync(PACKS)
const packs = files.filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'))
const reports = new Map<string, Awaited<ReturnType<typeof runRuleTestFile>>>()
for (const name of files.filter((file) => file.endsWith('.test.yaml')))
  reports.set(name, await runRuleTestFile(fileURLToPath(new URL(name, PACKS))))

test('every pack has tests', () => {
  assert.deepEqual(
    [...reports.keys()],
    packs.map((name) => name.replace('.yaml', '.test.yaml')),
  )
})

for (const [name, { tests }] of reports) {
  for (const { name: promise, differences } of tests) {
    test(`${name}: ${promise}`, () => assert.deepEqual(differences, []))
  }
}

test('the tests of packs reach every level of every built-in rule', async () => {
  const text = [...reports.values()].flatMap(({ tests }) => tests.map(({ name }) => name)).join('\n')
  for (const { key, levels } of await readRulePacks()) {
    for (const { severity } of levels)
      assert.match(text, new RegExp(`^${key} is ${severity}`, 'm'), `${key} ${severity}`)
  }
})
