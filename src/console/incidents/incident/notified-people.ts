import type { ListedNotification } from '../../../core/contact-methods/outbox/list-notifications.ts'
import type { Escalation } from '../../../core/escalation/find-escalation.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { type StateLook, stateBadge } from '../../parts/badges.ts'
import { card, icon } from '../../parts/page-parts.ts'
import { actionButton } from '../../shell/forms.ts'
import { NOTIFICATIONS } from '../../shell/navigation.ts'
import type { Reader } from '../../shell/reader.ts'
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
const SHOWN = 12

export interface NotifiedPeople {
  escalation: Escalation | null
  notifications: readonly ListedNotification[]
}

/** The people who were notified, by which methods, with which outcome, and the next step. */
export function notifiedPeople(reader: Reader, incidentId: number, told: NotifiedPeople): Html {
  const { told: words } = reader.t.notifications
  const { notifications, escalation } = told
  const isUnderWay = escalation !== null && escalation.next_at !== null
  const button =
    isUnderWay && escalation.step !== null && reader.may('operator')
      ? actionButton({ action: `/incidents/${incidentId}/escalation`, csrf: reader.csrf }, words.escalate)
      : null
  const shown = notifications.slice(-SHOWN).toReversed()
  const earlier = notifications.slice(0, -SHOWN).toReversed()
  return card(
    words.title,
    html`${
      reader.contact.is_anybody_reachable
        ? null
        : html`<p class="beside">${icon('bell-off')}<a href="${NOTIFICATIONS}">${words.unreachable}</a></p>`
    }
    ${notifications.length === 0 ? html`<p class="meta">${words.none}</p>` : listOf(reader, shown)}
    ${earlier.length === 0 ? null : html`<details class="more" id="notified-earlier"><summary>${words.more(earlier.length)}</summary>${listOf(reader, earlier)}</details>`}
    ${escalation === null ? null : html`<p class="meta">${nextStep(reader, escalation)}</p>`}`,
    button,
  )
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
