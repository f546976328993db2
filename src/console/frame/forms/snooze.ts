import Type, { type Static } from 'typebox'
import { checkedSnooze } from '../../../core/incidents/snooze.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import { type Html, html } from '../../../platform/html.ts'
import { OneOf } from '../../../platform/http/schemas/shapes.ts'
import { localDate, momentOf } from '../../../platform/wall-clock.ts'
import type { Reader } from '../page/reader.ts'
import { disclosure, icon } from '../parts/page-parts.ts'
import { instantOf } from './form-fields.ts'
import { type FormState, field, form } from './forms.ts'

const DURATIONS_S = ['1800', '7200', '28800'] as const
const MORNING = '08:00'
/** Choices without a time of one's own. */
export const SNOOZE_CHOICES = [...DURATIONS_S, 'tomorrow'] as const

/** Fields of the forms of the dialog, beside those of an acknowledgement. */
export const Snooze = {
  snooze: Type.Optional(OneOf([...SNOOZE_CHOICES, 'until'])),
  until: Type.Optional(Type.String({ maxLength: 30 })),
}

/** The time that was chosen; null for an acknowledgement without one. Pure. Throws 400. */
export function snoozeOf({ snooze, until }: Static<Type.TObject<typeof Snooze>>, zone: string, now: Date): Date | null {
  if (snooze === undefined) return null
  if (snooze === 'until') return checkedSnooze(instantOf('until', until, zone), now)
  if (snooze === 'tomorrow') return tomorrowMorning(zone, now)
  return secondsAfter(now, Number(snooze))
}

function tomorrowMorning(zone: string, now: Date): Date {
  const tomorrow = localDate(now, zone).add({ days: 1 })
  return momentOf(tomorrow.toPlainDateTime(MORNING), zone)
}

/** A choice in words. */
export const snoozeText = ({ t, format }: Reader, choice: (typeof SNOOZE_CHOICES)[number]): string =>
  choice === 'tomorrow' ? t.alerts.snooze.tomorrow(MORNING) : format.duration(Number(choice))

/** Snoozes the alert or incident at `address`, which is called `spoken`, for a while, or until a time in the zone of the reader. */
export function snoozeDialog(reader: Reader, address: string, spoken: string, state: FormState): Html {
  const { t, csrf, format } = reader
  const { snooze: words } = t.alerts
  const action = `${address}/acknowledgement`
  return disclosure(
    'snooze',
    html`${icon('alarm-clock')}${words.open}`,
    html`<h2>${t.alerts.snooze.open}</h2><p>${words.what}</p>
    ${form(
      { action, csrf, label: words.choices },
      html`<div class="beside">${SNOOZE_CHOICES.map((value) => html`<button name="snooze" value="${value}">${snoozeText(reader, value)}</button>`)}</div>`,
    )}
    ${form(
      { action, csrf, label: words.own },
      html`<input type="hidden" name="snooze" value="until">
      ${field({ name: 'until', label: t.terms.until, type: 'datetime-local', hint: words.zone(format.zone) }, state)}
      <button class="primary">${words.send}</button>`,
    )}`,
    'quiet',
    { label: t.headline.spoken(words.open, spoken), isOpen: state.errors.until !== undefined },
  )
}
