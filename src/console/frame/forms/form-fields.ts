import Type from 'typebox'
import { invalidField } from '../../../platform/errors.ts'
import { momentOf } from '../../../platform/wall-clock.ts'
import { urlOf } from '../page/addresses.ts'
import { safeReturn } from '../page/return-to.ts'

/** The number in an address such as `/alerts/7`. */
export const idOf = ({ params }: { params: { id: string } }): number => Number(params.id)

/** Checkboxes with the same name: none, one, or several. */
export const Chosen = (most: number) =>
  Type.Optional(
    Type.Unsafe<string | string[]>({
      anyOf: [
        { type: 'string', pattern: '^[1-9][0-9]{0,14}$' },
        { type: 'array', items: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' }, maxItems: most },
      ],
    }),
  )

export const idsOf = (chosen: string | string[] = []): number[] => [chosen].flat().map(Number)

/** Checkboxes with the same name and words as their values. */
export const OneOrMore = <Word extends string>(item: object) =>
  Type.Optional(Type.Unsafe<Word | Word[]>({ anyOf: [item, { type: 'array', items: item, maxItems: 500 }] }))

export const listOf = <Word>(chosen: Word | Word[] | undefined): Word[] =>
  chosen === undefined ? [] : Array.isArray(chosen) ? chosen : [chosen]

/** The parts of a text, each once. */
export const partsOf = (text: string | undefined, separator: RegExp): string[] => [
  ...new Set(
    (text ?? '')
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

/** A time as `<input type=datetime-local>` sends it, in the zone of the reader. Throws 400. */
export function instantOf(field: string, text: string | undefined, zone: string, ofTwo?: 'first' | 'last'): string {
  try {
    return momentOf(Temporal.PlainDateTime.from(text ?? ''), zone, ofTwo).toISOString()
  } catch {
    // It throws only for an invalid time.
    throw invalidField(`/${field}`, 'no_time')
  }
}

/** Page to return to, for a form used on several pages. */
export const BackTo = Type.Optional(Type.String({ maxLength: 2_000 }))

/** Pages that show a notice after an action; on others the result is visible. */
const SAYS_WHAT = /^\/(alerts|incidents)(\/|$)|^\/devices\/\d+(\/(alerts|events|history))?$/

/** That page, with the notice and its subject. */
export function backTo(to: string | undefined, fallback: string, done: Record<string, string>): string {
  const url = urlOf(to === undefined ? fallback : safeReturn(to))
  if (!SAYS_WHAT.test(url.pathname)) return `${url.pathname}${url.search}`
  for (const [name, value] of Object.entries({ about: '', refused: '', ...done })) {
    if (value === '') url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return `${url.pathname}${url.search}`
}
