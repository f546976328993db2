import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fields } from './fields.ts'
import { followsText, withFollowingClears } from './following-clears.ts'

/** Fields of the form after somebody has changed these. */
function shown(before: Fields, change: Record<string, string>): Fields {
  const sent = { ...before, warning_follows: [followsText(before, 'warning')] }
  return withFollowingClears({
    ...sent,
    ...Object.fromEntries(Object.entries(change).map(([name, text]) => [name, [text]])),
  })
}

const opened = (value: string, clear: string): Fields => ({ warning_value: [value], warning_clear: [clear] })
const clears = (value: string, clear: string, changed: string) =>
  shown(opened(value, clear), { warning_value: changed }).warning_clear![0]

test('where an alert clears follows its limit at the same distance', () => {
  assert.equal(clears('38', '37.5', '39'), '38.5')
  assert.equal(clears('140', '135', '150,5'), '145.5')
  assert.equal(clears('-15', '-16', '-18'), '-19')
  assert.equal(clears('0', '-1', '5'), '4')
  assert.equal(clears('8', '7', '-2'), '-3')
})

test('a limit of less than half or more than twice keeps the proportion', () => {
  assert.equal(clears('35', '31.5', '3'), '2.7')
  assert.equal(clears('1', '0.9', '35'), '31.5')
  assert.equal(clears('84.3', '84.2932', '4821.9'), '4821.511045', 'not 4822, which lies beyond')
  assert.equal(clears('9.56', '9.56', '4430.1'), '4430.1')
})

test('typing a limit digit by digit ends where one step would', () => {
  let fields = opened('35', '31.5')
  for (const value of ['3', '', '4', '40', '40.', '40.5']) fields = shown(fields, { warning_value: value })
  assert.equal(fields.warning_clear![0], clears('35', '31.5', '40.5'))
})

test('once somebody has typed where it clears, it stays', () => {
  const chosen = shown(opened('35', '31.5'), { warning_clear: '30' })
  assert.equal(shown(chosen, { warning_value: '40' }).warning_clear![0], '30')
  const emptied = shown(opened('35', '31.5'), { warning_clear: '' })
  assert.equal(shown(emptied, { warning_value: '40' }).warning_clear![0], '')
})

test('limits of devices, and limits without a place where they clear, are left as they are', () => {
  assert.equal(clears('max_temp: 110', '100', '120'), '100')
  assert.equal(shown({ warning_value: ['35'], warning_clear: [''] }, { warning_value: '40' }).warning_clear![0], '')
})
