import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeEnd } from './free-end.ts'

const view = { from: 0, to: 100 }
const axis = { min: 0, max: 10 }
const corner = { edge: 'below', width: 0.25, height: 0.1 } as const
const line = (...v: (number | null)[]) => ({ t: v.map((_, place) => (place * 100) / (v.length - 1)), v })

test('a text at an edge stands at the right end while the line is elsewhere', () => {
  assert.equal(freeEnd(line(5, 5, 5, 5, 5), view, axis, corner), 'right')
  assert.equal(freeEnd(line(0, 5, 5, 5, 5), view, axis, corner), 'right')
})

test('it stands at the left end if the line is at the right one only', () => {
  assert.equal(freeEnd(line(5, 5, 5, 5, 0), view, axis, corner), 'left')
  assert.equal(freeEnd(line(5, 5, 5, 5, 10), view, axis, { ...corner, edge: 'above' }), 'left')
  assert.equal(freeEnd(line(5, 5, 5, 5, 0), view, axis, { ...corner, edge: 'above' }), 'right')
})

test('it stays at the right end if the line is at both', () => {
  assert.equal(freeEnd(line(0, 5, 5, 5, 0), view, axis, corner), 'right')
  assert.equal(freeEnd(line(0, 0), view, axis, corner), 'right')
})

test('the line is also where it only passes through, on the edge of the text not', () => {
  // At 75 it is at 0.5, and above the text from 80 on.
  assert.equal(freeEnd({ t: [0, 60, 70, 80, 100], v: [5, 5, 0, 1, 9] }, view, axis, corner), 'left')
  assert.equal(freeEnd({ t: [0, 60, 70, 75, 100], v: [5, 5, 0, 1, 9] }, view, axis, corner), 'right')
})

test('nothing lies across a gap, nor outside of the times that are shown', () => {
  assert.equal(freeEnd({ t: [0, 60, 70, 90, 100], v: [5, 5, 0, null, 5] }, view, axis, corner), 'right')
  assert.equal(freeEnd({ t: [0, 60, 100, 200], v: [5, 5, 5, 0] }, view, axis, corner), 'right')
  assert.equal(freeEnd({ t: [], v: [] }, view, axis, corner), 'right')
})

test('of a summary, the lowest and highest values count', () => {
  const summary = { ...line(5, 5, 5), low: [5, 5, 0], high: [6, 6, 6] }
  assert.equal(freeEnd(summary, view, axis, corner), 'left')
  assert.equal(freeEnd(summary, view, axis, { ...corner, edge: 'above' }), 'right')
})
