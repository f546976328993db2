/** 2025-06-15, long ago: rules and latest metrics use these times. */
const FIRST_TS = 1_750_000_000
const BREACH_EVERY = 20

/** One reading of a device. */
export interface Message {
  value: number
  ts: number
  /** Merged into the body; replaces it if it is text. */
  more?: Record<string, unknown> | string
  /** Sends no `ts`; here it only counts. */
  withoutTime?: boolean
  /** Must be refused. */
  isBad?: boolean
}

export const tsOf = (sequence: number): number => FIRST_TS + sequence

/** One reading in twenty breaches a limit, and the next one clears it. */
export function bodyOf({ value, ts, more, withoutTime = false }: Message): string {
  if (typeof more === 'string') return more
  const systolic = ts % BREACH_EVERY === 0 ? 190 : 120
  const metrics = { systolic, heart_rate: 70, audit: value }
  return JSON.stringify({ module: 'health', ...(withoutTime ? {} : { ts }), lat: 46, lng: 14, metrics, ...more })
}

/** Bodies that are refused, each for another reason. */
const MALFORMED = [
  '{"module":"health","metrics":{"audit":VALUE,"gas_type":"\\u0000"}}',
  '{"module":"health","metrics":{"audit":VALUE,"heart_rate":1e999}}',
  '{"module":"health","ts":100000000000000000000,"metrics":{"audit":VALUE}}',
  '{"module":"health","metrics":{"audit":VALUE},"lat":46}',
]
/** Invalid inside an array; a line or a single request is refused alone. */
const NOT_JSON = '{"module":"health","metrics":{"audit":VALUE}'

export function malformed(value: number, sequence: number, { inArray }: { inArray: boolean }): Message {
  const kinds = inArray ? MALFORMED : [...MALFORMED, NOT_JSON]
  const more = kinds[sequence % kinds.length]!.replace('VALUE', String(value))
  return { value, ts: tsOf(sequence), more, isBad: true }
}
