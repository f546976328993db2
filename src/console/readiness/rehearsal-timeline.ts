import type { PlannedEscalation, PlannedPerson, PlannedStep } from '../../core/escalation/readiness.ts'
import type { Severity } from '../../core/vocabulary/severities.ts'
import { type Html, html } from '../../platform/html.ts'
import type { Reader } from '../frame/reader.ts'

/** The planned escalation as a timeline, step by step. */
export function timeline(reader: Reader, rehearsal: PlannedEscalation, severity: Severity): Html {
  const { t, format } = reader
  const { rehearsal: words } = t.readiness
  const { policy, rounds, steps, given_up_at, reaches_anybody } = rehearsal
  if (policy === null || rounds === 0) {
    return html`<p class="notice warn">${severity === 'info' ? words.info : words.noRounds}</p>`
  }
  return html`<p class="planned-policy">${words.policy(policy.name)}</p>
  ${reaches_anybody ? null : html`<p class="notice bad">${words.nobody}</p>`}
  <ol class="timeline escalation-plan">
    ${steps.map((step, place) => stepItem(reader, step, place))}
    <li><p><strong>${format.at(given_up_at!)}</strong></p><p>${reaches_anybody ? words.givenUp(rounds) : words.nobodyTold}</p></li>
  </ol>`
}

function stepItem(reader: Reader, { at, people }: PlannedStep, place: number): Html {
  const { rehearsal: words } = reader.t.readiness
  return html`<li><p><strong>${reader.format.at(at)}</strong> <span class="meta">${words.step(place + 1)}</span></p>
    ${people.length === 0 ? html`<p>${words.emptyStep}</p>` : html`<ul class="planned">${people.map((person) => personItem(reader, person, at))}</ul>`}
  </li>`
}

function personItem({ t, format }: Reader, { user, messages, why_not }: PlannedPerson, stepAt: Date): Html {
  const { rehearsal: words } = t.readiness
  if (why_not !== null)
    return html`<li><strong>${user.name}</strong> <span class="badge off">${words.whyNot[why_not]}</span></li>`
  const parts = messages.map(({ label, kind, at, held }) => {
    const when = held ? words.held(format.exact(at)) : at > stepAt ? format.exact(at) : null
    return html`<li>${label} <span class="meta">${t.contactKinds[kind].name}${when === null ? null : ` · ${when}`}</span></li>`
  })
  return html`<li><strong>${user.name}</strong><ul>${parts}</ul></li>`
}
