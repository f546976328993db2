import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapValue, takenIn, takenText } from './map-value.ts'

test('a number becomes a metric by the name that it has, a truth a flag, and a word a flag that it sets', () => {
  assert.equal(mapValue('', { pointer: '/a/TempC', value: 3 }, 'value'), 'metrics:\n  temp_c: /a/TempC\n')
  assert.equal(mapValue('', { pointer: '/a/t', value: '3.5' }, 'value'), 'metrics:\n  t: /a/t\n')
  assert.equal(mapValue('', { pointer: '/probes/0', value: 3 }, 'value'), 'metrics:\n  probes_0: /probes/0\n')
  assert.equal(mapValue('', { pointer: '/leak', value: false }, 'value'), 'flags:\n  leak: /leak\n')
  const word = 'flags:\n  door:\n    from: /door\n    "true":\n      - open\n'
  assert.equal(mapValue('', { pointer: '/door', value: 'open' }, 'value'), word)
})

test('other parts of a mapping are set, and what people wrote stays', () => {
  const before = '# the gateway\ndevice: id # its name\nrest: drop\n'
  const after = '# the gateway\ndevice: id # its name\nrest: drop\nbattery: /bat\n'
  assert.equal(mapValue(before, { pointer: '/bat', value: 80 }, 'battery'), after)
  assert.equal(mapValue('device: id\n', { pointer: '/eui', value: 'A1' }, 'device'), 'device: /eui\n')
})

test('a pointer begins at the item, and outside of it at the message', () => {
  const each = 'each: /data/tags/*\n'
  const inside = mapValue(each, { pointer: '/data/tags/cellar/t', value: 1 }, 'value')
  assert.equal(inside, `${each}metrics:\n  t: /t\n`)
  const outside = mapValue(each, { pointer: '/gateway/id', value: 'g' }, 'label')
  assert.equal(outside, `${each}label: //gateway/id\n`)
  assert.equal(mapValue('', { pointer: '/a', value: 1 }, 'signal'), 'signal: /a\n')
})

test('a text that cannot be read, or is no mapping, stays as it is', () => {
  for (const text of ['metrics: [', '- a\n', '7\n', '{a: 1, a: 2}'])
    assert.equal(mapValue(text, { pointer: '/a', value: 1 }, 'value'), text)
})

test('a value that was clicked is read back, and anything else is none', () => {
  const leaf = { messageId: 7, pointer: '/a~1b', value: 'x"y' }
  assert.deepEqual(takenIn(takenText(leaf)), leaf)
  for (const text of ['', '7', 'null', '[]', '[1,"/a"]', '[1,"/a",null]', '["1","/a",1]', '{"a":1}'])
    assert.equal(takenIn(text), null)
})
