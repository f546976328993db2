import { ownProperty } from '../../../platform/own-property.ts'

type Values = Readonly<Record<string, number | string | boolean>>

/** The fields of a reading that conditions use. */
export interface Evaluated {
  metrics: Values
  flags: Values
  battery: number | null
  signal: number | null
  lat: number | null
  lng: number | null
}

/** Returns a reader for one field. Every rule reads its field for every reading, so the path is parsed only once. */
export function fieldReader(field: string): (reading: Evaluated) => unknown {
  const [part, key] = field.split('.') as [string, string?]
  // Every object inherits `constructor` and others; only such names need an own-property check.
  const inherited = key !== undefined && key in Object.prototype
  if (part === 'metrics') {
    return inherited ? (reading) => ownProperty(reading.metrics, key) : (reading) => reading.metrics[key!]
  }
  if (part === 'flags')
    return inherited ? (reading) => ownProperty(reading.flags, key) : (reading) => reading.flags[key!]
  return part === 'battery' ? (reading) => reading.battery : (reading) => reading.signal
}

/** Returns a filter for readings with this text value. */
export function whereFilter(where: { field: string; equals: string } | undefined): (reading: Evaluated) => boolean {
  if (where === undefined) return () => true
  const read = fieldReader(where.field)
  const wanted = where.equals.toLowerCase()
  return (reading) => {
    const text = read(reading)
    return typeof text === 'string' && text.toLowerCase() === wanted
  }
}

/** The number in a field, of readings with the text that the condition asks for. */
export function numberReader(condition: { field: string; where?: { field: string; equals: string } }) {
  const read = fieldReader(condition.field)
  const isMeant = whereFilter(condition.where)
  return (reading: Evaluated): number | null => {
    const value = read(reading)
    return typeof value === 'number' && isMeant(reading) ? value : null
  }
}
