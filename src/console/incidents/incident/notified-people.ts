import type { ListedNotification } from '../../../core/contact-methods/outbox/list-notifications.ts'
import type { Escalation } from '../../../core/escalation/find-escalation.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { NOTIFICATIONS } from '../../frame/page/navigation.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { type StateLook, stateBadge } from '../../frame/parts/badges.ts'
import { card, icon } from '../../frame/parts/page-parts.ts'
import { outcomeTextIn } from './outcome-text.ts'

const LOOKS: Record<ListedNotification['state'], StateLook> = {
  queued: { mark: 'dots', look: 'neutral' },
  held: { mark: 'half', look: 'warning' },
  sending: { mark: 'dots', look: 'neutral' },
  accepted: { mark: 'check', look: 'good' },
  acted: { mark: 'check', look: 'acknowledged' },
  retrying: { mark: 'triangle', look: 'warning' },
  failed: { mark: 'cross', look: 'critical' },
  cancelled: { mark: 'ring', look: 'off' },
  merged: { mark: 'square', look: 'neutral' },
  expired: { mark: 'ring', look: 'off' },
}
/** Groups beyond these are folded together. */
const SHOWN = 4

export interface NotifiedPeople {
  escalation: Escalation | null
  notifications: readonly ListedNotification[]
}

/** The people who were notified, folded by step, and the next step. */
export function notifiedPeople(reader: Reader, { notifications, escalation }: NotifiedPeople): Html {
  const { told: words } = reader.t.notifications
  const groups = groupsOf(notifications).toReversed()
  const earlier = groups.slice(SHOWN)
  return card(
    words.title,
    html`${
      reader.contact.is_anybody_reachable
        ? null
        : html`<p class="beside">${icon('bell-off')}<a href="${NOTIFICATIONS}">${words.unreachable}</a></p>`
    }
    ${groups.length === 0 ? html`<p class="meta">${words.none}</p>` : groups.slice(0, SHOWN).map((group) => folded(reader, group))}
    ${earlier.length === 0 ? null : html`<details class="more" id="notified-earlier"><summary>${words.more(earlier.flat().length)}</summary>${earlier.map((group) => folded(reader, group))}</details>`}
    ${escalation === null ? null : html`<p class="meta">${nextStep(reader, escalation)}</p>`}`,
  )
}

/** Those that were caused together: a step, an update, the news that somebody has acknowledged. */
const groupsOf = (notifications: readonly ListedNotification[]): ListedNotification[][] => [
  ...Map.groupBy(notifications, ({ reason, step, created_at }) => `${reason} ${step} ${created_at.getTime()}`).values(),
]

const UNDER_WAY: readonly ListedNotification['state'][] = ['queued', 'held', 'sending', 'retrying']
const NOT_TAKEN: readonly ListedNotification['state'][] = ['failed', 'expired']

/** "Step 1: 3 people notified by email, 1 by push", and each of them one tap away. */
function folded(reader: Reader, group: readonly ListedNotification[]): Html {
  const { t, format } = reader
  const { told: words } = t.notifications
  const [{ id, step, created_at }] = group as [ListedNotification]
  const taken = group.filter(({ state }) => state === 'accepted' || state === 'acted' || state === 'merged')
  const byKind = [...Map.groupBy(taken, ({ kind }) => kind)]
    .map(([kind, all]) => ({ kind, people: new Set(all.map(({ user }) => user.id)).size }))
    .sort((one, other) => other.people - one.people)
  const count = (states: readonly string[]) => group.filter(({ state }) => states.includes(state)).length
  const said = [
    ...(byKind.length === 0 ? [] : [words.by(byKind)]),
    ...[
      [count(UNDER_WAY), words.underWay] as const,
      [count(NOT_TAKEN), words.notTaken] as const,
      [count(['cancelled']), words.cancelled] as const,
    ].flatMap(([n, text]) => (n === 0 ? [] : [text(n)])),
  ].join(', ')
  return html`<details class="folded" id="told-${id}"><summary>${step === null ? null : `${words.ofStep(step)}: `}${said} <span class="meta">${format.soon(created_at)}</span></summary>${listOf(reader, group)}</details>`
}

const listOf = (reader: Reader, notifications: readonly ListedNotification[]): Html =>
  html`<ul class="deliveries">${notifications.map((one) => itemOf(reader, one))}</ul>`

function itemOf({ t, format }: Reader, { user, label, state, due_at, at, outcome }: ListedNotification): Html {
  const { told: words } = t.notifications
  const when =
    state === 'held'
      ? html`${words.heldUntil} ${format.at(due_at)}`
      : state === 'queued' || state === 'retrying'
        ? html`${words.due} ${format.ago(due_at)}`
        : format.ago(at)
  return html`<li>${stateBadge(LOOKS[state], words.states[state])}
    <span class="stacked"><span>${user.name} · ${label}</span>
    <span class="meta">${when}${outcome === null ? null : html` · ${outcomeTextIn(t, outcome)}`}</span></span></li>`
}

function nextStep({ t, format }: Reader, escalation: Escalation): Content {
  const { state, step, steps, round, rounds, next_at, cleared_since } = escalation
  const { told: words } = t.notifications
  if (state !== 'active' && state !== 'paused') return words.ended[state]
  const at = next_at === null ? null : format.ago(next_at)
  if (cleared_since !== null) return html`${words.cleared} ${format.at(cleared_since)}. ${words.goesOn}`
  if (state === 'paused') return html`${words.paused} ${at}`
  if (step === null) return html`${words.givenUp} ${at}`
  return html`${words.nextStep(step, steps)}${rounds > 1 ? `, ${words.round(round, rounds)}` : null} · ${at}`
}
