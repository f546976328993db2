import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorMs } from '../../../../test/harness/processor-ms.ts'
import { isCommonPassword } from './password-rules.ts'

test('passwords that attackers try early are common', () => {
  const common = ['password1234', 'Password1234!', '123456789012', 'qwertyuiop12', '1qaz2wsx3edc', 'aaaaaaaaaaaa']
  const repeated = ['adminadminadmin', 'passwordpassword', 'letmeinletmein', '😀'.repeat(12)]
  for (const password of [...common, ...repeated, 'correct horse battery staple', '2026-welcome-2026']) {
    assert.ok(isCommonPassword(password), password)
  }
})

test('passwords invented by people are not common', () => {
  const own = [
    'a quiet harbour at dawn',
    'lDPRHjgxACb_9oB2DMP8',
    'yz'.repeat(36),
    'tocsin-operator-1',
    'Kühlschrank-Lampe-9',
  ]
  for (const password of own) assert.ok(!isCommonPassword(password), password)
})

test('the longest password is checked fast', () => {
  const before = processorMs()
  for (const unit of ['a1', 'ab!', '1', 'aab']) isCommonPassword(`${unit.repeat(72).slice(0, 71)}x`)
  assert.ok(processorMs() - before < 2_000)
})
