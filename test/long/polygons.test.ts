import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sweep } from '../harness/lots.ts'
import { comparePolygons } from '../harness/polygon-sphere.ts'

test('random polygons contain what they contain on the sphere', () => {
  const { rounds, seed } = sweep(10)
  for (let round = 0; round < rounds; round++) {
    const { differences } = comparePolygons(10_000, seed + round)
    assert.deepEqual(differences.slice(0, 3), [], `TEST_SEED=${seed + round} TEST_ROUNDS=1`)
  }
})
