import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gaussian, seededRandom, startOf, wander } from './random.ts'

const ABOUT = { mean: 50, deviation: 5, relaxS: 600, min: 30, max: 70 }

const meanOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
const deviationOf = (numbers: number[]): number => {
  const mean = meanOf(numbers)
  return Math.sqrt(meanOf(numbers.map((number) => (number - mean) ** 2)))
}
const many = <T>(make: () => T): T[] => Array.from({ length: 20_000 }, make)

test('the same seed gives the same numbers, another seed others', () => {
  const take = (seed: number): number[] => Array.from({ length: 5 }, seededRandom(seed))
  assert.deepEqual(take(42), take(42))
  assert.notDeepEqual(take(42), take(43))
})

test('numbers are spread evenly from 0 to below 1', () => {
  const numbers = many(seededRandom(1))
  assert.ok(numbers.every((number) => number >= 0 && number < 1))
  assert.ok(Math.abs(meanOf(numbers) - 0.5) < 0.01)
  assert.ok(Math.abs(deviationOf(numbers) - Math.sqrt(1 / 12)) < 0.01)
})

test('gaussian numbers have mean 0 and deviation 1', () => {
  const random = seededRandom(1)
  const numbers = many(() => gaussian(random))
  assert.ok(Math.abs(meanOf(numbers)) < 0.03)
  assert.ok(Math.abs(deviationOf(numbers) - 1) < 0.03)
})

test('a wandering value keeps its mean and deviation whatever the interval', () => {
  for (const intervalS of [300, 3_600]) {
    const random = seededRandom(1)
    let value = startOf(ABOUT, random)
    const values = many(() => (value = wander(value, ABOUT, intervalS, random)))
    assert.ok(Math.abs(meanOf(values) - 50) < 0.5, `mean ${meanOf(values)}`)
    assert.ok(Math.abs(deviationOf(values) - 5) < 0.3, `deviation ${deviationOf(values)}`)
    assert.ok(values.every((each) => each >= 30 && each <= 70))
  }
})

test('a value stays where it is when no time passes', () => {
  assert.equal(wander(47, ABOUT, 0, seededRandom(1)), 47)
})
