import Type from 'typebox'
import { RequestError } from '../../../platform/errors.ts'
import { type Content, html } from '../../../platform/html.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import { done } from '../forms/forms.ts'
import type { Reader } from '../page/reader.ts'

/** Why an action did not change one of the selected rows. */
type RowRefusal = 'handled' | 'snoozed' | 'resolved' | 'gone' | 'forbidden' | 'busy' | 'assignee'

interface Outcome {
  /** How many rows were changed. */
  changed: number
  refused: Partial<Record<RowRefusal, number>>
}

/** Parameter of the notice: `gone:2,busy:1`. */
export const refusedQuery = {
  refused: Type.Optional(Type.String({ pattern: '^[a-z]+:[0-9]{1,3}(,[a-z]+:[0-9]{1,3})*$', maxLength: 100 })),
}

/**
 * Acts on one after the other, since each action locks its devices. What refuses one does not stop the others. `act`
 * returns whether it changed anything, and `unchanged` says what it means if not.
 */
export async function actOnEach(
  ids: readonly number[],
  act: (id: number) => Promise<boolean>,
  unchanged: RowRefusal,
): Promise<Outcome> {
  const outcome: Outcome = { changed: 0, refused: {} }
  for (const id of ids) {
    const refusal = await act(id).then((changed) => (changed ? null : unchanged), refusalOf)
    if (refusal === null) outcome.changed += 1
    else outcome.refused[refusal] = (outcome.refused[refusal] ?? 0) + 1
  }
  return outcome
}

function refusalOf(error: unknown): RowRefusal {
  if (!(error instanceof RequestError) || error.statusCode >= 500) throw error
  const refusals: Record<number, RowRefusal> = { 400: 'assignee', 403: 'forbidden', 404: 'gone' }
  return refusals[error.statusCode] ?? 'busy'
}

/** The outcome as parameters of the list. */
export const outcomeQuery = ({ changed, refused }: Outcome): { about: string; refused: string } => ({
  about: String(changed),
  refused: Object.entries(refused)
    .map(([why, count]) => `${why}:${count}`)
    .join(),
})

/**
 * Says how many rows were changed, and how many were not and why. Null if the parameters are about something else.
 * `sentences` has one for each word of `?done=`.
 */
export function outcomeNotice(
  { t }: Reader,
  sentences: Readonly<Record<string, (count: number) => string>>,
  query: { done?: string; about?: string; refused?: string },
): Content {
  const { reasons, ...others } = t.shared.selection
  const nothing = ownProperty(others.nothing, query.done)
  if (nothing !== undefined) return warning(nothing)
  const sentence = ownProperty(sentences, query.done)?.(Number(query.about ?? 0))
  if (sentence === undefined || query.refused === undefined) return done(sentence)
  const refused = query.refused.split(',').map((pair) => {
    const [why, count] = pair.split(':')
    return ownProperty(reasons, why)?.(Number(count))
  })
  return warning([sentence, ...refused].filter((text) => text !== undefined).join(' '))
}

const warning = (text: string): Content => html`<p class="notice warn" role="status">${text}</p>`
