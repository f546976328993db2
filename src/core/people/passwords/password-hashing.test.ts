import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

/** Outside the process of the tests, where hashes are made quickly. */
const HASHING = new URL('password-hashing.ts', import.meta.url).href
const PROGRAM = `
  const { hashPassword } = await import(${JSON.stringify(HASHING)})
  console.log(await hashPassword('correct horse battery'))
`

test('a new hash takes the 4,096 rounds of bcrypt that make guessing slow', () => {
  const hash = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], { encoding: 'utf8' })
  assert.match(hash, /^\$2b\$12\$/)
})
