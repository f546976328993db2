import { NotUnderstood, type SourceReason } from '../messages/not-understood.ts'
import type { SourceReading, Statement } from '../messages/source-message.ts'
import { messageTime } from '../values/message-times.ts'
import { numberOf } from '../values/metric-keys.ts'
import { VITAL_SIGNS, vitalSignOf } from '../vital-signs/observation-codes.ts'
import { vitalSignValue } from '../vital-signs/vital-sign-units.ts'
import type { ObservationPart } from './observation-part.ts'

type Measured = Pick<ObservationPart, 'code' | 'valueQuantity' | 'valueInteger' | 'otherValue' | 'absent'>

/** A FHIR dateTime may be a date, a month or a year alone. */
const WITH_TIME_OF_DAY = /^\d{4}-\d\d-\d\dT/
const UCUM = 'http://unitsofmeasure.org'

/**
 * The measures and values of an Observation. Its reason is the first fault, if any. Throws `NotUnderstood` if nothing is
 * left of it for a reading.
 */
export function observationReading(part: ObservationPart, timeZone: string): Pick<Statement, 'reading' | 'reason'> {
  const reading: SourceReading = { metrics: {}, flags: {} }
  const faults: SourceReason[] = []
  put(reading, faults, part, '')
  for (const [place, component] of (part.component ?? []).entries())
    put(reading, faults, component, `/component/${place}`)
  const reason = faults[0]
  if (Object.keys(reading.metrics).length === 0) {
    if (reason !== undefined) throw new NotUnderstood(reason.code, reason)
    // The results of a panel come as Observations of their own, and a value that is absent says that there is none.
    if (part.hasMember) return { reading: null, reason: { code: 'no_measurement', at: '/hasMember' } }
    const absent = part.absent ?? part.component?.find((component) => component.absent !== undefined)?.absent
    if (absent === undefined) throw new NotUnderstood('no_values')
    return { reading: null, reason: { code: 'no_values', at: '/dataAbsentReason', detail: absent } }
  }
  reading.ts = timeOf(part, timeZone)
  return { reading, ...(reason === undefined ? {} : { reason }) }
}

/** A value with a comparator, such as `< 40`, is kept: a sensor at the end of its range must still raise an alert. */
function put(reading: SourceReading, faults: SourceReason[], measured: Measured, at: string): void {
  const { valueQuantity, valueInteger, otherValue } = measured
  if (otherValue !== undefined) faults.push({ code: 'no_values', at: `${at}/${otherValue}` })
  const value = numberOf(valueQuantity?.value ?? valueInteger)
  if (valueQuantity === undefined && valueInteger === undefined) return
  const path = `${at}/${valueQuantity === undefined ? 'valueInteger' : 'valueQuantity'}`
  if (value === null) {
    faults.push({ code: 'bad_value', at: path })
    return
  }
  const key = vitalSignOf(measured.code.coding)
  if (key === null) {
    const { coding } = measured.code
    const detail = (coding.find(({ system }) => system === 'http://loinc.org') ?? coding[0])?.code ?? 'LOINC'
    faults.push({ code: 'unknown_measure', at: `${at}/code`, detail })
    return
  }
  const unit = unitOf(valueQuantity)
  const converted = vitalSignValue(VITAL_SIGNS[key].quantity, value, unit)
  if (converted === null) faults.push({ code: 'unknown_measure', at: path, detail: unit === '' ? 'unit' : unit })
  else if (!Number.isFinite(converted)) faults.push({ code: 'bad_value', at: path })
  else if (!Object.hasOwn(reading.metrics, key)) reading.metrics[key] = converted
}

/** The code of a unit is exact, its text is for people. A code of another system than UCUM may be anything. */
function unitOf(quantity: Measured['valueQuantity']): string {
  if (quantity === undefined) return ''
  const { system = UCUM, code, unit } = quantity
  return (system === UCUM ? (code ?? unit) : (unit ?? code)) ?? ''
}

/**
 * The end of a period is when its value was complete. `issued`, when the result was made available, counts only without a
 * time of measurement: it is near it, and unlike the time of receipt the same when the Observation is sent again. Without
 * either, the value may be years old.
 */
function timeOf(part: ObservationPart, timeZone: string): number {
  const { effectiveDateTime, effectiveInstant, effectivePeriod, issued } = part
  const text = effectiveDateTime ?? effectiveInstant ?? effectivePeriod?.end ?? effectivePeriod?.start ?? issued
  const time = text !== undefined && WITH_TIME_OF_DAY.test(text) ? messageTime(text, timeZone) : null
  if (time === null)
    throw new NotUnderstood('bad_time', { at: '/effective', detail: text === undefined ? 'none' : 'date' })
  return time
}
