import type { IncidentWithTimeline } from '../../../core/incidents/incident-shape.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { progressBadge } from '../parts/badges.ts'
import { personName } from '../parts/people.ts'
import type { HeadlineContext } from './say-headline.ts'

interface Answered {
  status: 'open' | 'firing' | 'acknowledged' | 'resolved'
  snoozed_until: Date | null
  acknowledged_at: Date | null
  acknowledged_by: Record<string, unknown> | null
  assigned_to: Record<string, unknown> | null
  resolved_at: Date | null
  resolved_by: Record<string, unknown> | null
  /** Entries of an incident that is on its own page. */
  timeline?: IncidentWithTimeline['timeline']
}

/** One line: "Acknowledged · Boris is on it since 02:41"; whoever snoozes puts it off: "Snoozed by Boris, 02:41". `readerId`: the person who reads it; null: several. */
export const whoIsOnIt = (context: HeadlineContext, answered: Answered, readerId: number | null): Html =>
  html`${progressBadge(context.t, context.format, answered)} <span class="owner">${lineOf(context, answered, readerId)}${helpOf(context, answered)}</span>`

function lineOf({ t, format }: HeadlineContext, answered: Answered, readerId: number | null): Content {
  const { onIt: words } = t.headline
  const { status, snoozed_until, acknowledged_at, acknowledged_by, assigned_to, resolved_at, resolved_by } = answered
  if (status === 'resolved') {
    const who =
      resolved_by === null
        ? words.autoResolved
        : resolved_by.id === readerId
          ? words.youResolved
          : words.resolved(personName(resolved_by))
    return resolved_at === null ? who : html`${who}, ${format.soon(resolved_at)}`
  }
  if (status !== 'acknowledged') {
    return assigned_to === null ? words.nobody : words.waitsFor(personName(assigned_to))
  }
  const isReader = acknowledged_by?.id === readerId
  const name = personName(acknowledged_by)
  const by = snoozed_until === null ? words : { you: words.youSnoozed, person: words.snoozed }
  const who = isReader ? by.you : by.person(name)
  const isOthers = assigned_to !== null && assigned_to.id !== acknowledged_by?.id
  return html`${who}${acknowledged_at === null ? null : html`${snoozed_until === null ? null : ','} ${format.soon(acknowledged_at)}`}${isOthers ? ` · ${words.assigned(personName(assigned_to))}` : null}`
}

/** People who are coming, and those who were called since it was opened or reopened and have not answered. */
function helpOf({ t, format }: HeadlineContext, { status, timeline = [] }: Answered): Content {
  if (status === 'resolved') return null
  const { onIt: words } = t.headline
  const lately = timeline.slice(timeline.findLastIndex(({ kind }) => kind === 'reopened') + 1)
  const coming = new Set(lately.flatMap(({ kind, by }) => (kind === 'coming' ? [personName(by)] : [])))
  const called = new Set(lately.flatMap(({ facts }) => (facts?.code === 'called' ? facts.notified : []))).difference(
    coming,
  )
  return [
    coming.size === 0 ? null : ` · ${words.coming(format.list([...coming]), coming.size)}`,
    called.size === 0 ? null : ` · ${words.called(format.list([...called]))}`,
  ]
}
