import type { Limit } from '../../../core/conditions/condition.ts'
import { DURATION_UNITS } from '../../../platform/duration.ts'
import { WORDS } from '../../../words/words.ts'

// Text notations for values in a rule's form. Each formatted text parses back to the same value.

const UNIT_S: Record<string, number> = { ...DURATION_UNITS, m: 60 }

/** Seconds; null for an invalid duration. A bare number is seconds. */
export function parseDuration(text: string): number | null {
  const plain = text.trim().toLowerCase()
  if (/^\d+([.,]\d+)?$/.test(plain)) return parseNumberField(plain)
  if (!/^(\d+([.,]\d+)?\s*(d|h|min|m|s)\s*)+$/.test(plain)) return null
  const parts = [...plain.matchAll(/(\d+(?:[.,]\d+)?)\s*(d|h|min|m|s)/g)]
  return parts.reduce((sum, [, amount, unit]) => sum + parseNumberField(amount!)! * UNIT_S[unit!]!, 0)
}

/** Decimal point or comma; null for an invalid number. */
export function parseNumberField(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^\u2212/, '-')
    .replace(',', '.')
  return /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : null
}

/** "140", or "max_systolic: 140" for a limit from a device attribute. */
export const limitFieldText = (limit: Limit): string =>
  typeof limit === 'number' ? String(limit) : `${limit.attr}: ${limit.default}`

export function parseLimit(text: string): Limit | null {
  const own = /^([a-z][a-z0-9_]{0,63})\s*:(.*)$/.exec(text.trim())
  if (own === null) return parseNumberField(text)
  const otherwise = parseNumberField(own[2]!)
  return otherwise === null ? null : { attr: own[1]!, default: otherwise }
}

/** "ward 3, cellar" */
export const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

type Band = { upto?: number; points: number }
type ScorePart = { field: string; bands: Band[] }

/** One value per line: "metrics.heart_rate: 3 to 40, 1 to 50, 0 to 90, 2"; the last band is for the rest. */
export const scoreText = (parts: readonly ScorePart[]): string =>
  parts.map(({ field, bands }) => `${field}: ${bands.map(bandText).join(', ')}`).join('\n')

const bandText = ({ upto, points }: Band): string => (upto === undefined ? String(points) : `${points} to ${upto}`)

export function scoreOf(text: string): ScorePart[] | null {
  const parts = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(scorePartOf)
  return parts.includes(null) ? null : (parts as ScorePart[])
}

/** "to" in each language. */
const UP_TO = new Set(Object.values(WORDS).map(({ ruleForm }) => ruleForm.upTo))

function scorePartOf(line: string): ScorePart | null {
  const [field, rest] = [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1)]
  if (field === '') return null
  const bands = rest.split(',').map((band) => {
    const [points, to, upto, ...more] = band.trim().split(/\s+/)
    const numbers = {
      points: parseNumberField(points!),
      ...(to === undefined ? {} : { upto: parseNumberField(upto ?? '') }),
    }
    const isRead = (to === undefined || UP_TO.has(to)) && more.length === 0
    return isRead && !Object.values(numbers).includes(null) ? numbers : null
  })
  return bands.includes(null) ? null : { field, bands: bands as Band[] }
}

/** One corner per line: "46.04, 14.49". */
export const cornersText = (corners: readonly [number, number][]): string =>
  corners.map(([lat, lng]) => `${lat}, ${lng}`).join('\n')

export function cornersOf(text: string): [number, number][] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const corners = lines.map((line) =>
    line
      .split(/[,;\s]+/)
      .filter(Boolean)
      .map(parseNumberField),
  )
  const areRight = corners.every((corner) => corner.length === 2 && !corner.includes(null))
  return areRight ? (corners as [number, number][]) : null
}

/** One label per line: "team=night". */
export const labelsText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')

export function labelsOf(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.some((line) => !line.includes('='))) return null
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1).trim()]),
  )
}
