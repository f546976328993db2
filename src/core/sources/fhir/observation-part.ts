import { isJsonObject } from '../messages/json-text.ts'
import type { FhirReferences } from './fhir-references.ts'

const LONGEST = 256
const MOST_CODINGS = 16
const MOST_COMPONENTS = 64
const TIMES = ['effectiveDateTime', 'effectiveInstant', 'issued'] as const

interface Coding {
  system: string
  code: string
}

/** A measure and its value. */
interface Measured {
  code: { coding: Coding[]; text?: string }
  valueQuantity?: { value: number | string; unit?: string; system?: string; code?: string; comparator?: string }
  valueInteger?: number
  /** The value is of another type, such as `valueSampledData`. */
  otherValue?: string
  absent?: string
}

/** An Observation of FHIR, with what a reading needs of it and nothing else: no names, performers, notes or texts. */
export interface ObservationPart extends Measured {
  resourceType: 'Observation'
  status?: string
  /** As external IDs. */
  subject?: string
  device?: string
  /** The device in words. */
  model?: string
  effectiveDateTime?: string
  effectiveInstant?: string
  effectivePeriod?: { start?: string; end?: string }
  issued?: string
  component?: Measured[]
  hasMember?: true
  modifierExtension?: true
}

/** Another resource: only its type is kept. */
interface OtherPart {
  resourceType: string
}

export type FhirPart = ObservationPart | OtherPart

/** The part of a resource. Values of wrong types are left out. */
export function fhirPart(resource: Record<string, unknown>, references: FhirReferences): FhirPart {
  const resourceType = shortText(resource.resourceType) ?? ''
  if (resourceType !== 'Observation') return { resourceType }
  const part: ObservationPart = { resourceType, ...measured(resource) }
  const put = <Key extends keyof ObservationPart>(key: Key, value: ObservationPart[Key] | undefined): void => {
    if (value !== undefined) part[key] = value
  }
  put('status', shortText(resource.status))
  put('subject', references.idOf(resource.subject, resource))
  put('device', references.idOf(resource.device, resource))
  put('model', isJsonObject(resource.device) ? shortText(resource.device.display) : undefined)
  for (const name of TIMES) put(name, shortText(resource[name]))
  const period = resource.effectivePeriod
  if (isJsonObject(period)) part.effectivePeriod = texts(period, ['start', 'end'])
  if (Array.isArray(resource.component))
    part.component = resource.component.filter(isJsonObject).slice(0, MOST_COMPONENTS).map(measured)
  if (Array.isArray(resource.hasMember) && resource.hasMember.length > 0) part.hasMember = true
  if (Array.isArray(resource.modifierExtension) && resource.modifierExtension.length > 0) part.modifierExtension = true
  return part
}

function measured(from: Record<string, unknown>): Measured {
  const code = isJsonObject(from.code) ? from.code : {}
  const text = shortText(code.text)
  const part: Measured = { code: { coding: codings(code.coding), ...(text === undefined ? {} : { text }) } }
  const absent = isJsonObject(from.dataAbsentReason) ? from.dataAbsentReason : null
  if (absent !== null) part.absent = codings(absent.coding)[0]?.code ?? shortText(absent.text) ?? 'unknown'
  const quantity = from.valueQuantity
  if (isJsonObject(quantity) && (typeof quantity.value === 'number' || shortText(quantity.value) !== undefined)) {
    const value = quantity.value as number | string
    part.valueQuantity = { value, ...texts(quantity, ['unit', 'system', 'code', 'comparator']) }
  } else if (typeof from.valueInteger === 'number') part.valueInteger = from.valueInteger
  else {
    const name = Object.keys(from).find((key) => /^value[A-Z]/.test(key))
    if (name !== undefined) part.otherValue = name.slice(0, LONGEST)
  }
  return part
}

/** Codings without the system cannot be told apart from those of others. */
function codings(list: unknown): Coding[] {
  if (!Array.isArray(list)) return []
  const found: Coding[] = []
  for (const coding of list.slice(0, MOST_CODINGS)) {
    if (!isJsonObject(coding)) continue
    const [system, code] = [shortText(coding.system) ?? '', shortText(coding.code)]
    if (code !== undefined) found.push({ system, code })
  }
  return found
}

function texts<Name extends string>(
  from: Record<string, unknown>,
  names: readonly Name[],
): { [name in Name]?: string } {
  const found: { [name in Name]?: string } = {}
  for (const name of names) {
    const text = shortText(from[name])
    if (text !== undefined) found[name] = text
  }
  return found
}

const shortText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST ? value : undefined
