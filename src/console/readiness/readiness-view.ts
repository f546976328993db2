import type { Readiness } from '../../core/escalation/read-readiness.ts'
import type { PlannedEscalation, PlannedPerson, PlannedStep, ReadyPerson } from '../../core/escalation/readiness.ts'
import type { ReadinessProblem } from '../../core/escalation/readiness-problems.ts'
import type { SetUpProgress } from '../../core/escalation/set-up-progress.ts'
import { SEVERITIES, type Severity } from '../../core/vocabulary/severities.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import type { Words } from '../../words/words.ts'
import { choice, type FormState, field } from '../frame/forms/forms.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import { shell } from '../frame/page/layout.ts'
import { NOTIFICATIONS } from '../frame/page/navigation.ts'
import type { Reader } from '../frame/page/reader.ts'
import { setUpLink } from '../frame/page/set-up.ts'
import { card } from '../frame/parts/page-parts.ts'

interface Question {
  severity: Severity
  at: Date
  state: FormState
  /** The name of a device that is written as `#12`. */
  names: ReadonlyMap<string, string>
}

export function readinessView(
  reader: Reader,
  readiness: Readiness,
  question: Question,
  setUp: SetUpProgress | null,
): Html {
  const { t } = reader
  const { readiness: words } = t
  return shell(
    reader,
    {
      title: t.shared.places.readiness,
      place: 'readiness',
      actions: html`<a class="button quiet" href="/escalation-policies">${t.policies.title}</a>`,
    },
    html`<p>${words.what}</p>${setUpLink(reader, setUp)}
    ${problems(reader, readiness)}
    ${card(words.question, html`${questionForm(reader, question)}<div id="rehearsal" aria-live="polite">${timeline(reader, readiness.rehearsal, question.severity)}</div>`)}
    ${card(words.people, peopleTable(reader, readiness.people))}`,
  )
}

/** Problems that leave people without any notification. */
const SERIOUS = new Set<string>(['outbound_off', 'nobody_reachable', 'critical_reaches_nobody'])

interface Solved {
  address: string
  link: keyof Words['readiness']['links']
  by: Parameters<Reader['may']>
}
const EVERYBODY: Solved['by'] = ['viewer']
const ADMINISTRATORS: Solved['by'] = ['admin', null]

/** Where a problem is solved, and by whom. */
const SOLVED_AT: Partial<Record<ReadinessProblem, Solved>> = {
  nobody_reachable: { address: NOTIFICATIONS, link: 'notifications', by: EVERYBODY },
  person_unreachable: { address: NOTIFICATIONS, link: 'notifications', by: EVERYBODY },
  critical_reaches_nobody: { address: '/escalation-policies', link: 'policies', by: EVERYBODY },
  on_call_gap: { address: '/on-call', link: 'onCall', by: EVERYBODY },
  no_public_url: { address: '/settings#address', link: 'address', by: ADMINISTRATORS },
  public_url_insecure: { address: '/settings#address', link: 'address', by: ADMINISTRATORS },
  no_heartbeat: { address: '/settings#heartbeat', link: 'heartbeat', by: ADMINISTRATORS },
}

function problems({ t, format, may }: Reader, { problems: found }: Readiness): Content {
  const { problems: words, links, fine } = t.readiness
  if (found.length === 0) return html`<p class="notice good">${fine}</p>`
  return html`<ul class="readiness-problems">${found.map(({ problem, about }) => {
    const { title, todo } = words[problem]
    const who = about.length === 0 ? null : html`<p>${format.list(about)}</p>`
    const solved = SOLVED_AT[problem]
    const link = solved && may(...solved.by) ? html`<p><a href="${solved.address}">${links[solved.link]}</a></p>` : null
    return html`<li class="notice ${SERIOUS.has(problem) ? 'bad' : 'warn'}"><h2>${title}</h2>${who}<p>${todo}</p>${link}</li>`
  })}</ul>`
}

function questionForm({ t, format }: Reader, { severity, state, names }: Question): Html {
  const { form: words, ask } = t.readiness
  const severities = SEVERITIES.toReversed().map((value) => ({ value, text: t.shared.severities[value] }))
  return html`<form method="get" action="/readiness" class="readiness-question">
    ${field({ name: 'device', label: t.terms.device, hint: words.deviceHint, optional: true, maxlength: 200, offers: { of: 'devices', names, isSingle: true } }, state)}
    ${choice({ name: 'severity', label: t.terms.severity, options: severities, chosen: severity }, state)}
    ${field({ name: 'at', label: t.terms.time, hint: words.zone(format.zone), type: 'datetime-local', optional: true }, state)}
    <button class="primary">${ask}</button>
  </form>`
}

function peopleTable(reader: Reader, people: readonly ReadyPerson[]): Html {
  const { t, format } = reader
  const { columns } = t.readiness
  return dataTable({
    caption: t.readiness.people,
    rows: people,
    key: ({ id }) => `person-${id}`,
    columns: [
      {
        name: t.terms.person,
        kind: 'main',
        show: ({ id, name }) => (reader.may('admin', null) ? html`<a href="/users/${id}">${name}</a>` : html`${name}`),
      },
      { name: t.terms.role, show: ({ role }) => t.shared.roles[role ?? 'none'] },
      {
        name: columns.verified,
        kind: 'number',
        show: ({ verified }) =>
          verified === 0 ? html`<span class="badge warning">0</span>` : html`${format.number(verified)}`,
      },
      {
        name: columns.broken,
        kind: 'number',
        show: ({ broken }) =>
          broken === 0 ? html`0` : html`<span class="badge critical">${format.number(broken)}</span>`,
      },
      {
        name: columns.lastOk,
        show: ({ last_ok_at }) => (last_ok_at === null ? t.shared.never : format.ago(last_ok_at)),
      },
    ],
  })
}

/** The planned escalation as a timeline, step by step. */
function timeline(reader: Reader, rehearsal: PlannedEscalation, severity: Severity): Html {
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
  return html`<li><p><strong>${reader.format.at(at)}</strong> <span class="meta">${reader.t.terms.step(place + 1)}</span></p>
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
