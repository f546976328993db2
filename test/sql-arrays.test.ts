import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { bigints, booleans, floats, integers, textArray, timestamps } from '../src/platform/database/sql-arrays.ts'
import { cleanUp } from './harness/cleanup.ts'
import { cloneDatabase } from './harness/database.ts'

const INT8_LEAST = -(2n ** 63n)
const INT8_LARGEST = 2n ** 63n - 1n
/** Within 2^53 microseconds of 2000. */
const MS_LEAST = Date.UTC(1715, 0, 1)
const MS_LARGEST = Date.UTC(2285, 0, 1)

const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.array(fc.option(values), { maxLength: 20 })

test('arrays of numbers, times and booleans are stored unchanged', async (t) => {
  const client = new pg.Client(await cloneDatabase(t))
  await client.connect()
  cleanUp(t, () => client.end())
  const backAs = async (type: string, column: Buffer | string) => {
    const { rows } = await client.query<{ texts: (string | null)[] }>(
      `select array(select (${type === 'timestamptz' ? 'extract(epoch from v) * 1000' : 'v'})::text
        from unnest($1::${type}[]) with ordinality as u (v, n) order by n) as texts`,
      [column],
    )
    return rows[0]!.texts
  }
  const texts = (values: readonly unknown[]) => values.map((value) => (value === null ? null : String(value)))
  const numbers = (values: readonly (string | null)[]) => values.map((text) => (text === null ? null : Number(text)))

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { maxLength: 20 }),
      orNull(fc.bigInt(INT8_LEAST, INT8_LARGEST)),
      orNull(fc.maxSafeInteger()),
      orNull(fc.double({ noNaN: true })),
      orNull(fc.integer({ min: MS_LEAST, max: MS_LARGEST })),
      fc.array(fc.boolean(), { maxLength: 20 }),
      async (ints, bigs, wholes, doubles, times, truths) => {
        assert.deepEqual(await backAs('integer', integers(ints)), texts(ints))
        assert.deepEqual(await backAs('bigint', bigints(bigs)), texts(bigs))
        assert.deepEqual(await backAs('bigint', bigints(wholes)), texts(wholes))
        // Minus zero survives the round trip.
        assert.deepEqual(numbers(await backAs('float8', floats(doubles))), doubles)
        assert.deepEqual(numbers(await backAs('float8', textArray(doubles))), doubles)
        assert.deepEqual(numbers(await backAs('timestamptz', timestamps(times))), times)
        assert.deepEqual(await backAs('boolean', booleans(truths)), texts(truths))
      },
    ),
    { numRuns: 50 },
  )
})
