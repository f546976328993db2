import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { runRuleTestFile } from '../read-rule-tests.ts'

const { tests } = await runRuleTestFile(join(import.meta.dirname, 'kinds.test.yaml'))
for (const { name, differences } of tests) test(name, () => assert.deepEqual(differences, []))
