import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { calendarText } from './calendar-text.ts'

const event = {
  ...{ uid: 's1.t5@example.org', sequence: 3, title: 'Ana on call: Night shift' },
  ...{ from: new Date('2026-11-23T08:00:00Z'), to: new Date('2026-11-30T08:00:00Z') },
  changed_at: new Date('2026-11-21T12:00:00Z'),
}

test('a shift is an event in UTC that leaves its person free', () => {
  const text = calendarText('On call', [event])
  assert.ok(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n') && text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n'))
  for (const line of [
    ...['UID:s1.t5@example.org', 'DTSTART:20261123T080000Z', 'DTEND:20261130T080000Z', 'SEQUENCE:3'],
    ...['LAST-MODIFIED:20261121T120000Z', 'TRANSP:TRANSPARENT', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'],
  ]) {
    assert.ok(text.includes(`\r\n${line}\r\n`), line)
  }
})

test('texts are escaped', () => {
  assert.match(calendarText('On call', [{ ...event, title: 'A, B; C\\\nD' }]), /SUMMARY:A\\, B\\; C\\\\\\nD\r\n/)
})

test('no line is longer than 75 octets, no character is cut, and unfolding gives the text back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
      const title = name.replaceAll(/[\\;,\r\n]/g, '').toWellFormed()
      const text = calendarText('On call', [{ ...event, title }])
      for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75)
      assert.ok(text.replaceAll('\r\n ', '').includes(`\r\nSUMMARY:${title}\r\n`))
    }),
  )
})
