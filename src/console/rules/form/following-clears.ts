import { parseNumberField } from './field-texts.ts'
import { type Fields, textIn } from './fields.ts'

/** A hidden field beside each *Clears at*. */
const FOLLOWS = '_follows'
/** Its value once somebody has chosen where the alert clears. */
const CHOSEN = 'chosen'
const LIMIT = /^(?:critical|warning|info|p\d+)_value$/

/** Where a limit cleared when the form was opened, and where it was shown to clear last. */
interface Follows {
  value: number
  clear: number
  shown: string
}

/** The hidden field's value: of a form that is opened now, that of its present limits. */
export function followsText(fields: Fields, name: string): string {
  const kept = textIn(fields, `${name}${FOLLOWS}`)
  const [value, clear] = [textIn(fields, `${name}_value`), textIn(fields, `${name}_clear`)]
  return kept === '' && value !== '' && clear !== '' ? `${value} ${clear} ${clear}` : kept
}

/** *Clears at* follows its limit, as long as nobody has typed in it. */
export function withFollowingClears(fields: Fields): Fields {
  const changed: Record<string, string[]> = {}
  for (const limit of Object.keys(fields).filter((name) => LIMIT.test(name))) {
    const name = limit.replace(/_value$/, '')
    const [value, clear, kept] = [limit, `${name}_clear`, `${name}${FOLLOWS}`].map((field) => textIn(fields, field))
    const follows = followsIn(kept!)
    if (follows === null) continue
    if (clear !== follows.shown) {
      changed[`${name}${FOLLOWS}`] = [CHOSEN]
      continue
    }
    const number = parseNumberField(value!)
    if (number === null) continue
    const shown = String(followed(follows, number))
    changed[`${name}_clear`] = [shown]
    changed[`${name}${FOLLOWS}`] = [`${follows.value} ${follows.clear} ${shown}`]
  }
  return { ...fields, ...changed }
}

function followsIn(text: string): Follows | null {
  const [value, clear, shown] = text.split(' ')
  const [from, to] = [parseNumberField(value ?? ''), parseNumberField(clear ?? '')]
  return from === null || to === null || shown === undefined ? null : { value: from, clear: to, shown }
}

/**
 * Where a limit clears that took the place of another: at the same distance, or in proportion where the limit has changed
 * to less than half or more than twice, so that 90 of 100 does not become −7 of 3. Four digits, unless they lie beyond
 * the limit. Pure.
 */
function followed({ value, clear }: Follows, limit: number): number {
  if (limit === value) return clear
  const isNear = limit * value > 0 && Math.abs(limit) >= Math.abs(value) / 2 && Math.abs(limit) <= Math.abs(value) * 2
  const isByDistance = isNear || value === 0 || limit === 0 || limit * value < 0
  if (isByDistance) return rounded(limit + (clear - value), 10)
  const [exact, short] = [10, 4].map((digits) => rounded((limit * clear) / value, digits))
  return (short! - limit) * (clear - value) > 0 ? short! : exact!
}

const rounded = (value: number, digits: number): number => Number(value.toPrecision(digits))
