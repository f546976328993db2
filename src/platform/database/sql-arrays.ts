/**
 * Columns for `unnest`. Numbers use PostgreSQL's binary array format, which neither side has to print or parse: for
 * hundreds of rows, the driver's own way (text, quoted element by element) costs several times as much. The layout is
 * that of `array_recv` and each type's `recv`: src/backend/utils/adt/arrayfuncs.c in PostgreSQL.
 */
const OID = { bool: 16, int8: 20, int4: 23, float8: 701, timestamptz: 1184 }
const HEAD_BYTES = 20
const LENGTH_BYTES = 4
const NULL_LENGTH = -1
/** PostgreSQL counts microseconds since 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
const TWO_TO_32 = 2 ** 32

type Put<Value> = (view: DataView, place: number, value: Value) => void

/** For `::integer[]`. */
export const integers = (values: readonly number[]): Buffer =>
  encoded(OID.int4, 4, values, (view, place, value) => view.setInt32(place, value))

/** For `::bigint[]`. Plain numbers must be whole and below 2^53. */
export const bigints = (values: readonly (number | bigint | null)[]): Buffer =>
  encoded(OID.int8, 8, values, (view, place, value) =>
    typeof value === 'bigint' ? view.setBigInt64(place, value) : setWhole(view, place, value),
  )

/** For `::float8[]`. */
export const floats = (values: readonly (number | null)[]): Buffer =>
  encoded(OID.float8, 8, values, (view, place, value) => view.setFloat64(place, value))

/** For `::timestamptz[]`, from milliseconds since 1970; exact between the years 1715 and 2285 (2^53 µs off 2000). */
export const timestamps = (values: readonly (number | null)[]): Buffer =>
  encoded(OID.timestamptz, 8, values, (view, place, value) =>
    setWhole(view, place, Math.round((value - EPOCH_MS) * 1_000)),
  )

/** For `::boolean[]`. */
export const booleans = (values: readonly boolean[]): Buffer =>
  encoded(OID.bool, 1, values, (view, place, value) => view.setUint8(place, value ? 1 : 0))

function encoded<Value>(oid: number, size: number, values: readonly (Value | null)[], put: Put<Value>): Buffer {
  const nulls = values.reduce<number>((count, value) => (value === null ? count + 1 : count), 0)
  const filled = values.length - nulls
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + values.length * LENGTH_BYTES + filled * size)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  view.setInt32(0, 1)
  view.setInt32(4, nulls > 0 ? 1 : 0)
  view.setInt32(8, oid)
  view.setInt32(12, values.length)
  view.setInt32(16, 1)
  let place = HEAD_BYTES
  for (const value of values) {
    view.setInt32(place, value === null ? NULL_LENGTH : size)
    place += LENGTH_BYTES
    if (value === null) continue
    put(view, place, value)
    place += size
  }
  return bytes
}

function setWhole(view: DataView, place: number, value: number): void {
  view.setInt32(place, Math.floor(value / TWO_TO_32))
  view.setUint32(place + 4, value >>> 0)
}

/**
 * For `string_to_array($n, E'\n')`. JSON and identifiers hold no raw line break, so nothing needs escaping; null is ''.
 */
export function lines(values: readonly (string | null)[]): string {
  return values.map((value) => value ?? '').join('\n')
}

/** Numbers or booleans as an array in PostgreSQL's text format. `String` prints −0 without its sign. */
export const textArray = (values: readonly unknown[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : Object.is(value, -0) ? '-0' : String(value))).join()}}`
