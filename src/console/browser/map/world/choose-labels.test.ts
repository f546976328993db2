import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLabels, type WantedLabel } from './choose-labels.ts'
import { labelGrid } from './label-grid.ts'

const town = (text: string, x: number, y: number): WantedLabel => ({ text, style: 'town', x, y, hasPoint: true })
const widthOf = (text: string) => text.length * 7
const chosen = (...wanted: WantedLabel[]) => chooseLabels(wanted, labelGrid(), widthOf)

test('a name stands to the right of its town', () => {
  const [{ box }] = chosen(town('Graz', 100, 100)) as [{ box: { left: number; right: number } }]
  assert.deepEqual([box.left, box.right], [106, 134])
})

test('a name without room to the right stands on another side, and one without room at all is left out', () => {
  const labels = chosen(town('Wien', 100, 100), town('Schwechat', 91, 100), town('Mödling', 100, 101))
  assert.deepEqual(
    labels.map(({ text, box, x }) => [text, box.left > x]),
    [
      ['Wien', true],
      ['Schwechat', false],
    ],
  )
})

test('names never cover each other, and the first have precedence', () => {
  const many = Array.from({ length: 400 }, (_, n) => town(`Town ${n}`, (n * 7919) % 600, (n * 104_729) % 400))
  const labels = chosen(...many)
  assert.equal(labels[0]!.text, 'Town 0')
  assert.ok(labels.length > 30, `${labels.length} names`)
  for (const [at, { box }] of labels.entries()) {
    for (const { box: other } of labels.slice(at + 1)) {
      const isApart =
        box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top
      assert.ok(isApart, `${JSON.stringify(box)} and ${JSON.stringify(other)}`)
    }
  }
})

test('the name of a country stands in its middle', () => {
  const [{ box }] = chosen({ text: 'Togo', style: 'country', x: 50, y: 50, hasPoint: false }) as [
    { box: { left: number; right: number } },
  ]
  assert.deepEqual([box.left, box.right], [36, 64])
})

test('a city under a device keeps its name beside it, a village does not', () => {
  const [grid, pins] = [labelGrid(), labelGrid()]
  for (const each of [grid, pins]) each.take({ left: 88, right: 112, top: 88, bottom: 112 })
  const village = town('Ig', 100, 102)
  const labels = chooseLabels([{ ...town('München', 100, 100), style: 'capital' }, village], grid, widthOf, pins)
  assert.deepEqual(
    labels.map(({ text, box, hasPoint }) => [text, box.left, hasPoint]),
    [['München', 120, false]],
  )
})
