/** A value of a series; undefined where nothing is sent. */
export type SeriesValue = number | boolean | string | undefined

const LONGEST = 100_000
const STEPS = /^(-?\d+(?:\.\d+)?)([+-]\d+(?:\.\d+)?)x(\d+)$/
const REPEATED = /^(.+?)x(\d+)$/

/**
 * Parses a series in the notation of promtool: `120` is one value, `120x3` one and three more of the same, `0+10x5` one
 * and five more, each ten higher, `_` no value, `_x3` three times no value. Throws for anything else.
 */
export function seriesValues(notation: string): SeriesValue[] {
  const values: SeriesValue[] = []
  for (const token of notation.split(/\s+/).filter((part) => part !== '')) {
    values.push(...tokenValues(token))
    if (values.length > LONGEST) throw new Error(`A series has more than ${LONGEST} values`)
  }
  return values
}

function tokenValues(token: string): SeriesValue[] {
  const steps = STEPS.exec(token)
  if (steps !== null) {
    const [start, step, times] = [Number(steps[1]), Number(steps[2]), countOf(steps[3]!)]
    // Rounded, so that 0+0.1x3 ends at 0.3.
    return Array.from({ length: times + 1 }, (_, place) => Number((start + step * place).toFixed(9)))
  }
  const repeated = REPEATED.exec(token)
  const [text, times] = repeated === null ? [token, 0] : [repeated[1]!, countOf(repeated[2]!)]
  if (text === '_') return Array.from({ length: repeated === null ? 1 : times }, () => undefined)
  return Array.from({ length: times + 1 }, () => parsed(text))
}

function countOf(digits: string): number {
  const count = Number(digits)
  if (count > LONGEST) throw new Error(`A series has more than ${LONGEST} values`)
  return count
}

function parsed(text: string): SeriesValue {
  if (text === 'true' || text === 'false') return text === 'true'
  const number = Number(text)
  return Number.isNaN(number) ? text : number
}

const UNITS_S: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** Parses `90`, `90s`, `4m` or `1h30m` into seconds. Throws for anything else. */
export function durationS(text: string | number): number {
  if (typeof text === 'number') return text
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  if (!/^(\d+(\.\d+)?[smhd])+$/.test(text)) throw new Error(`"${text}" is no duration, such as 90s, 4m or 1h30m`)
  return [...text.matchAll(/(\d+(?:\.\d+)?)([smhd])/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * UNITS_S[unit!]!,
    0,
  )
}
