import assert from 'node:assert/strict'
import { test } from 'node:test'
import { utf8Pieces, utf8Text } from './utf8-file.ts'

const refuse = (line: number) => new Error(`line ${line}`)
async function* cutEvery(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
const read = async (bytes: Buffer, size: number) =>
  Buffer.concat(await Array.fromAsync(utf8Pieces(cutEvery(bytes, size), refuse))).toString()

test('text in UTF-8 passes, wherever a piece ends', async () => {
  const text = '\uFEFFKüche\r\n日本\r🚒 \uFFFD\nÜ'
  for (const size of [1, 2, 3, 4, 5, 100]) assert.equal(await read(Buffer.from(text), size), text)
  assert.equal(utf8Text(Buffer.from(text), refuse), text)
})

test('the first line that is not UTF-8 is named, whatever ends a line', async () => {
  const rows: [Buffer, number][] = [
    [Buffer.from('name\nKüche\nBüro', 'latin1'), 2],
    [Buffer.from('name\rhall\rKüche\r', 'latin1'), 3],
    [Buffer.from('name\r\nhall\r\nhall\r\nBürö', 'latin1'), 4],
    [Buffer.from('\uFEFFname\n', 'utf16le'), 1],
    [Buffer.from('name\n', 'utf16le'), 1],
    [Buffer.from([97, 10, 0xe2, 0x82]), 2],
    [Buffer.from([97, 10, 0xed, 0xa0, 0x80]), 2],
  ]
  for (const [bytes, line] of rows) {
    assert.throws(() => utf8Text(bytes, refuse), { message: `line ${line}` })
    for (const size of [1, 3, 100]) await assert.rejects(read(bytes, size), { message: `line ${line}` })
  }
})
