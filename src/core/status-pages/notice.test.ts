import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NoticeFacts, type NoticeState, noticeState, overAt, pastDays } from './notice.ts'

const at = (text: string) => new Date(`2026-03-${text}Z`)
const NOW = at('14T12:00')
const said = (state: NoticeState, time: string) => ({ at: at(time), state, text: '' })
const maintenance: NoticeFacts = {
  ...{ kind: 'maintenance', starts_at: at('14T10:00'), ends_at: at('14T14:00'), updates: [] },
}
const incident: NoticeFacts = { kind: 'incident', starts_at: at('14T10:00'), ends_at: null, updates: [] }

test('maintenance is in progress from its start until its end, by the clock', () => {
  const states = ['14T09:59', '14T10:00', '14T13:59', '14T14:00'].map((time) => noticeState(maintenance, at(time)))
  assert.deepEqual(states, ['scheduled', 'in_progress', 'in_progress', 'completed'])
})

test('an update is ahead of the clock, but never behind it', () => {
  const state = (update: NoticeState) => noticeState({ ...maintenance, updates: [said(update, '14T11:00')] }, NOW)
  assert.deepEqual([state('scheduled'), state('completed')], ['in_progress', 'completed'])
})

test('an incident is in the state of its last update, and over when that says so', () => {
  assert.deepEqual([noticeState(incident, NOW), overAt(incident)], ['investigating', null])
  const resolved = { ...incident, updates: [said('monitoring', '14T11:00'), said('resolved', '14T11:30')] }
  assert.deepEqual([noticeState(resolved, NOW), overAt(resolved)], ['resolved', at('14T11:30')])
})

test('maintenance is over at its planned end, or when it was completed before', () => {
  const completed = (time: string) => overAt({ ...maintenance, updates: [said('completed', time)] })
  assert.deepEqual([overAt(maintenance), completed('14T11:00')], [at('14T14:00'), at('14T11:00')])
  assert.deepEqual(completed('14T15:00'), at('14T14:00'))
})

const shown = (days: ReturnType<typeof pastDays>) =>
  days.map((one) => {
    const day = (time: Date) => time.toISOString().slice(5, 10)
    return 'quiet' in one
      ? `${day(one.quiet.first)} to ${day(one.quiet.last)}`
      : `${day(one.day)}: ${one.notices.length}`
  })

test('the last fourteen days without a notice are one quiet time', () => {
  assert.deepEqual(shown(pastDays([], [], NOW)), ['03-01 to 03-14'])
})

test('a notice stands on the day on which it was over, and days of incidents are not quiet', () => {
  const past: { kind: 'incident' | 'maintenance'; starts_at: Date; over_at: Date | null }[] = [
    { kind: 'incident', starts_at: at('09T23:00'), over_at: at('11T01:00') },
    { kind: 'maintenance', starts_at: at('05T23:00'), over_at: at('06T01:00') },
  ]
  const current = [{ kind: 'incident' as const, starts_at: at('14T00:00'), over_at: null }]
  const days = ['03-12 to 03-13', '03-11: 1', '03-07 to 03-08', '03-06: 1', '03-01 to 03-05']
  assert.deepEqual(shown(pastDays(past, current, NOW)), days)
})
