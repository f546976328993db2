import Type from 'typebox'
import { fhirCreated, MOST_ENTRIES } from '../fhir/fhir-created.ts'
import { fhirReferences } from '../fhir/fhir-references.ts'
import { type FhirPart, fhirPart, type ObservationPart } from '../fhir/observation-part.ts'
import { observationReading } from '../fhir/observation-reading.ts'
import { bodyText, isJsonObject, parseMessageJson } from '../messages/json-text.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import type { Statement } from '../messages/source-message.ts'
import type { SourceFormat } from './source-format.ts'

/** Observations with these are results. Others say that there is none yet, none any more, or that it was a mistake. */
const RESULTS = new Set(['preliminary', 'final', 'amended', 'corrected', 'appended'])

/**
 * Vital signs of HL7 FHIR R4 and R5, as JSON: Observations, alone or in a Bundle. The device is the subject, mostly a
 * patient. A server answers 201, and senders do not send a refused Observation again.
 */
export const fhirFormat = {
  module: 'health',
  settings: Type.Object({ device: Type.Enum(['subject', 'device'], { default: 'subject' }) }),
  paths: ['', '/Observation'],
  split(message) {
    const body = parseMessageJson(bodyText(message.body))
    if (!isJsonObject(body) || typeof body.resourceType !== 'string')
      throw new NotUnderstood('wrong_form', { at: '/resourceType' })
    if (body.resourceType !== 'Bundle') return [fhirPart(body, fhirReferences([]))]
    const entries = Array.isArray(body.entry) ? body.entry.filter(isJsonObject) : []
    if (entries.length > MOST_ENTRIES)
      throw new NotUnderstood('wrong_form', { at: '/entry', detail: `more than ${MOST_ENTRIES}` })
    const references = fhirReferences(entries)
    // Patients and reports come along with Observations, and make no readings.
    return entries
      .map(({ resource }) => resource)
      .filter((resource) => isJsonObject(resource) && resource.resourceType === 'Observation')
      .map((resource) => fhirPart(resource as Record<string, unknown>, references))
  },
  read(part, { settings, timeZone }) {
    if (!isObservation(part)) throw new NotUnderstood('no_measurement', { detail: part.resourceType })
    const byDevice = settings.device === 'device'
    const externalId = byDevice ? (part.device ?? part.model) : part.subject
    if (externalId === undefined) throw new NotUnderstood('no_device', { at: byDevice ? '/device' : '/subject' })
    const named = { externalId, ...(byDevice && part.model !== undefined ? { model: part.model } : {}) }
    if (part.status === undefined) throw new NotUnderstood('wrong_form', { at: '/status' })
    if (part.modifierExtension) throw new NotUnderstood('unknown_measure', { at: '/modifierExtension' })
    if (!RESULTS.has(part.status)) return nothing(named, part.status)
    const statement = { ...named, ...observationReading(part, timeZone) }
    return [statement]
  },
  stored: fhirCreated,
} satisfies SourceFormat<FhirPart>

const isObservation = (part: FhirPart): part is ObservationPart => part.resourceType === 'Observation'

const nothing = (named: Pick<Statement, 'externalId' | 'model'>, status: string): Statement[] => [
  { ...named, reading: null, reason: { code: 'no_measurement', at: '/status', detail: status } },
]
