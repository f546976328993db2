import Type, { type Static } from 'typebox'
import { CALL_NOTE_CHARACTERS, type Call } from '../../../core/actions/call-for-help.ts'
import type { Callable } from '../../../core/actions/list-callable.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { Words } from '../../../words/words.ts'
import { choice, EMPTY_FORM, type FormState, form, textArea } from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { disclosure, icon } from '../../frame/parts/page-parts.ts'

/** Fields of the form. */
export const CallFields = {
  whom: Type.String({ pattern: '^(next_step|(schedule|user):[1-9][0-9]{0,8})$' }),
  call_note: Type.Optional(PlainText({ maxLength: CALL_NOTE_CHARACTERS })),
}

/** The call that was chosen. Pure. */
export function callIn({ whom, call_note = '' }: Static<Type.TObject<typeof CallFields>>): Call {
  const note = call_note.trim() || null
  const [type, id] = whom.split(':')
  return type === 'next_step'
    ? { to: { type }, note }
    : { to: { type: type as 'schedule' | 'user', id: Number(id) }, note }
}

/** `spoken`: what the incident is called. Calls the next step, whoever is on call, or a person; null if the reader may not. */
export function callDialog(
  reader: Reader,
  incidentId: number,
  callable: Callable | null,
  spoken: string,
  state: FormState,
): Content {
  if (callable === null) return null
  const { t, csrf } = reader
  const fields = callFields(t, callable, state)
  return disclosure(
    'call',
    html`${icon('bell-ring')}${t.calls.open}`,
    html`<h2>${t.calls.open}</h2>
    ${
      fields === null
        ? html`<p>${t.calls.nobody}</p>`
        : html`<p>${t.calls.what}</p>${form({ action: `/incidents/${incidentId}/calls`, csrf }, html`${fields}<button class="primary">${t.calls.open}</button>`)}`
    }`,
    'quiet',
    { label: t.headline.spoken(t.calls.open, spoken) },
  )
}

/** Null if nobody can be called. */
export function callFields(
  { calls }: Words,
  { next_step, schedules, people }: Callable,
  state: FormState = EMPTY_FORM,
): Html | null {
  const options = [
    ...(next_step === null
      ? []
      : [
          {
            value: 'next_step',
            text: calls.nextStep(next_step.people.join(', '), next_step.step, next_step.steps),
          },
        ]),
    ...schedules.map(({ id, name, people }) => ({
      value: `schedule:${id}`,
      text: calls.onCall(name, people.join(', ')),
    })),
    ...people.map(({ id, name }) => ({ value: `user:${id}`, text: name })),
  ]
  if (options.length === 0) return null
  return html`${choice({ name: 'whom', label: calls.whom, options, chosen: options[0]!.value }, state)}
    ${textArea({ name: 'call_note', label: calls.note, rows: 2, maxlength: CALL_NOTE_CHARACTERS, optional: true }, state)}`
}
