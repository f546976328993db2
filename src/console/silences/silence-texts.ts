import type { ShownSilence, SilenceScope } from '../../core/notifications/silence.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { WEEKDAYS, type Weekly } from '../../platform/weekly-windows.ts'
import type { Reader } from '../frame/page/reader.ts'

/** Names of the devices and rules in a scope. */
export interface Names {
  devices: ReadonlyMap<number, string>
  rules: ReadonlyMap<string, string>
}

/** "Tag hall-3 · Factory · up to warning". */
export function silenceScopeText({ t }: Reader, scope: SilenceScope, names: Names): Html {
  const { words } = t.silences
  const parts: Content[] = [
    scope.device_ids.length === 0
      ? null
      : html`${words.devices}: ${joined(scope.device_ids.map((id) => html`<a href="/devices/${id}">${names.devices.get(id) ?? `#${id}`}</a>`))}`,
    scope.tags.length === 0 ? null : html`${words.tags}: ${scope.tags.join(', ')}`,
    scope.modules.length === 0 ? null : html`${scope.modules.map((module) => t.shared.modules[module]).join(', ')}`,
    scope.rule_keys.length === 0
      ? null
      : html`${words.rules}: ${scope.rule_keys.map((key) => names.rules.get(key) ?? key).join(', ')}`,
    scope.max_severity === 'critical' ? null : words.upTo(t.shared.severities[scope.max_severity]),
    scope.covers_safety ? words.withSafety : null,
  ].filter((part) => part !== null)
  return parts.length === 0
    ? html`${words.everything}`
    : html`${parts.map((part, place) => html`${place === 0 ? null : ' · '}${part}`)}`
}

const joined = (parts: readonly Html[]): Content =>
  parts.map((part, place) => html`${place === 0 ? null : ', '}${part}`)

function weeklyText({ t }: Reader, { days, from, to, time_zone }: Weekly): string {
  const { weekdays, hours } = t.silences
  const all = WEEKDAYS.filter((day) => days.includes(day)).map((day) => weekdays[day].short)
  return `${all.join(', ')} ${hours(from, to)} (${time_zone})`
}

/** Times of a silence: "until 18:00", "from …", every week. */
export function timesText(reader: Reader, { state, weekly, window, starts_at, ends_at, ended_at }: ShownSilence): Html {
  const { t, format } = reader
  const { words } = t.silences
  if (state === 'expired') return html`<span>${words.ended} ${format.ago(ended_at ?? ends_at ?? starts_at)}</span>`
  const now =
    state === 'active'
      ? html`<span>${words.until} ${format.at(window!.to)}</span>`
      : html`<span>${words.from} ${format.at(window!.from)}</span>`
  return weekly === null
    ? now
    : html`<span class="stacked"><span>${weeklyText(reader, weekly)}</span><span class="meta">${now}</span></span>`
}

const LOOKS = { active: 'warning', scheduled: 'info', expired: 'off' } as const

export const silenceBadge = ({ t }: Reader, state: ShownSilence['state']): Html =>
  html`<span class="badge ${LOOKS[state]}">${t.silences.states[state]}</span>`
