import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { pieces, zipped } from './pieces.ts'

/** 20,000 rows, or 3 MB. */
const ROWS = Array.from(
  { length: 20_000 },
  (_, place) => `${place}\t${createHash('sha256').update(String(place)).digest('hex').repeat(2)}\n`,
)

/** As a database sends them: in parts of this length, which ends where it may. */
async function* sent(rows: readonly string[], length: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(rows.join(''))
  for (let begin = 0; begin < bytes.length; begin += length) yield bytes.subarray(begin, begin + length)
}

const listed = async (parts: AsyncIterable<Buffer>): Promise<string[]> => {
  const all: string[] = []
  for await (const part of parts) all.push(part.toString('latin1'))
  return all
}

test('rows are cut in the same places, however they are sent, and nothing is lost', async () => {
  const whole = await listed(pieces(sent(ROWS, 65_536)))
  assert.equal(whole.join(''), ROWS.join(''))
  assert.ok(whole.length > 4 && whole.length < 40, `${whole.length} pieces`)
  for (const length of [1_000, 65_537, 10_000_000]) assert.deepEqual(await listed(pieces(sent(ROWS, length))), whole)
  assert.deepEqual(await listed(pieces(sent([], 10))), [])
  assert.deepEqual(await listed(pieces(sent(['no newline'], 3))), ['no newline'])
  const long = await listed(pieces(sent(['x'.repeat(9_000_000), '\n'], 65_536)))
  assert.deepEqual(
    long.map(({ length }) => length),
    [4_194_304, 4_194_304, 611_393],
  )
})

test('a new row changes the piece that it is in, compressed as well, and no other', async () => {
  const before = await listed(zipped(pieces(sent(ROWS, 65_536))))
  const more = [...ROWS.slice(0, 7_000), 'a new row\n', ...ROWS.slice(7_000)]
  const after = await listed(zipped(pieces(sent(more, 65_536))))
  assert.equal(after.filter((piece) => !before.includes(piece)).length, 1)
  assert.equal(gunzipSync(Buffer.from(after.join(''), 'latin1')).toString(), more.join(''))
})
