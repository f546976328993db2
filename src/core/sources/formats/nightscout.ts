import { hash } from 'node:crypto'
import Type from 'typebox'
import { bodyText, isJsonObject, parseMessageJson } from '../messages/json-text.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import type { ReadContext, SourceMessage, SourceReading, Statement } from '../messages/source-message.ts'
import { messageTime } from '../values/message-times.ts'
import { numberOf, putValue } from '../values/metric-keys.ts'
import { vitalSignValue } from '../vital-signs/vital-sign-units.ts'
import type { SourceFormat, SourceResponse } from './source-format.ts'

const COLLECTIONS = ['entries', 'treatments', 'devicestatus', 'activity', 'profile'] as const
const PATHS = COLLECTIONS.flatMap((name) => [`/api/v1/${name}`, `/api/v1/${name}.json`])
/** Many more than a message may have readings. */
const MOST_DOCUMENTS = 10_000
const OBJECT_ID = /^[0-9a-f]{24}$/
/** Codes of the Dexcom transmitter, such as 5 for a sensor that is not calibrated, come in the place of its value. */
const LAST_ERROR_CODE = 12
/** Lower than any glucose in mg/dL that meters show, and higher than any in mmol/L. */
const LOWEST_MG_DL = 40

/** The fields of a document that readings need. Notes, names of people and profiles are left out. */
const KEPT = [
  'device',
  'type',
  'date',
  'dateString',
  'sysTime',
  'mills',
  'created_at',
  'timeStamp',
  'eventType',
] as const
const VALUES = ['sgv', 'mbg', 'units', 'noise', 'delta', 'filtered', 'unfiltered', 'rssi'] as const
const OTHER_VALUES = ['glucose', 'bpm', 'steps', 'uploaderBattery', 'isCharging'] as const

interface NightscoutPart {
  collection: string
  document: Record<string, unknown>
}

/**
 * Uploaders of Nightscout, such as xDrip+, Loop and nightscout-librelink-up, in version 1 of its API. Sensor and meter values
 * are in mg/dL. An uploader takes its documents as stored once it gets them back, each with an `_id`.
 */
export const nightscoutFormat = {
  module: 'health',
  settings: Type.Object({ device: Type.String({ default: '', maxLength: 200 }) }),
  paths: PATHS,
  split(message) {
    const collection = collectionOf(message.path)
    const parts = documentsOf(message).map((document) => ({ collection, document: keptOf(document) }))
    return parts.filter(({ document }) => isMeasured(collection, document))
  },
  read(part, context) {
    if (!isJsonObject(part?.document)) throw new NotUnderstood('wrong_form')
    const { collection, document } = part
    const { device } = context.settings
    const externalId = typeof device === 'string' && device !== '' ? device : document.device
    if (typeof externalId !== 'string' || externalId === '') throw new NotUnderstood('no_device', { at: '/device' })
    if (collection === 'devicestatus') return [statusOf(externalId, document, context)]
    return [measurementOf(externalId, collection, document, context)]
  },
  stored(message) {
    const collection = collectionOf(message.path)
    const stored = storedDocuments(message).map((document) => ({ ...document, _id: idOf(collection, document) }))
    return json(stored)
  },
  other({ method, path }) {
    if (method !== 'GET') return null
    if (/^\/api\/v1\/status(\.json)?$/.test(path)) return json(STATUS)
    if (path === '/api/v1/experiments/test') return json({ status: 'ok' })
    if (path === '/api/v1/verifyauth') return json({ status: 200, message: AUTHORIZED })
    // Some look for what is there already. A credential to send never gives readings away.
    return PATHS.includes(path) ? json([]) : null
  },
} satisfies SourceFormat<NightscoutPart>

/** Uploaders ask for it before they send; apps compare the version with what they need. */
const STATUS = {
  status: 'ok',
  name: 'nightscout',
  version: '15.0.0',
  apiEnabled: true,
  careportalEnabled: true,
  settings: { units: 'mg/dl', enable: ['careportal', 'devicestatus'] },
  extendedSettings: {},
}
const AUTHORIZED = {
  canRead: true,
  canWrite: true,
  isAdmin: false,
  message: 'OK',
  rolefound: 'FOUND',
  permissions: 'ROLE',
}

const json = (body: unknown): SourceResponse => ({
  status: 200,
  media: 'application/json',
  body: JSON.stringify(body),
})

const collectionOf = (path: string): string => /^\/api\/v1\/([a-z]+)/.exec(path)?.[1] ?? 'entries'

/** An array of documents, or one alone. */
function documentsOf(message: SourceMessage): Record<string, unknown>[] {
  const body = parseMessageJson(bodyText(message.body))
  if (!Array.isArray(body) && !isJsonObject(body)) throw new NotUnderstood('wrong_form')
  if (Array.isArray(body) && body.length > MOST_DOCUMENTS)
    throw new NotUnderstood('wrong_form', { detail: `more than ${MOST_DOCUMENTS}` })
  return (Array.isArray(body) ? body : [body]).filter(isJsonObject)
}

function storedDocuments(message: SourceMessage): Record<string, unknown>[] {
  try {
    return documentsOf(message)
  } catch {
    // It is in quarantine, and there is nothing to give back.
    return []
  }
}

/** Time and type identify a document of Nightscout, so a retry gets the same ID. */
function idOf(collection: string, document: Record<string, unknown>): string {
  if (typeof document._id === 'string' && OBJECT_ID.test(document._id)) return document._id
  const { date, dateString, created_at, type, eventType } = document
  const time = date ?? dateString ?? created_at
  const content = time === undefined ? document : [time, type, eventType, document.identifier]
  return hash('sha256', JSON.stringify([collection, content]), 'hex').slice(0, 24)
}

function keptOf(document: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name of [...KEPT, ...VALUES, ...OTHER_VALUES]) {
    const value = Object.hasOwn(document, name) ? document[name] : undefined
    if (typeof value === 'number' || typeof value === 'boolean') kept[name] = value
    else if (typeof value === 'string') kept[name] = value.slice(0, 256)
  }
  const battery = numberAt(document, ['uploader', 'battery'])
  if (battery !== null) kept.uploaderBattery = battery
  for (const [name, path] of Object.entries(PUMP_AND_LOOP)) {
    const value = path.map((way) => numberAt(document, way)).find((found) => found !== null)
    if (value !== undefined) kept[name] = value
  }
  return kept
}

/** Values of a closed loop, in the places where Loop and OpenAPS have them. */
const PUMP_AND_LOOP = {
  pump_battery: [['pump', 'battery', 'percent']],
  pump_battery_voltage: [['pump', 'battery', 'voltage']],
  pump_reservoir: [['pump', 'reservoir']],
  iob: [
    ['loop', 'iob', 'iob'],
    ['openaps', 'iob', 'iob'],
  ],
  cob: [
    ['loop', 'cob', 'cob'],
    ['openaps', 'suggested', 'COB'],
  ],
} as const satisfies Record<string, readonly (readonly string[])[]>

function numberAt(document: unknown, way: readonly string[]): number | null {
  let value = document
  for (const name of way) value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return numberOf(value)
}

/** Treatments are meals and insulin, except for a value that somebody measured with a meter; profiles are settings. */
const isMeasured = (collection: string, document: Record<string, unknown>): boolean =>
  collection !== 'profile' &&
  (collection !== 'treatments' || (document.eventType === 'BG Check' && document.glucose !== undefined))

function measurementOf(
  externalId: string,
  collection: string,
  document: Record<string, unknown>,
  context: ReadContext,
): Statement {
  const { type } = document
  if (type === 'cal') return { externalId, reading: null, reason: { code: 'no_measurement', detail: 'cal' } }
  const name = ['sgv', 'mbg', 'glucose', 'bpm', 'steps'].find((known) => document[known] !== undefined)
  if (name === undefined) throw new NotUnderstood('no_values', typeof type === 'string' ? { detail: type } : {})
  const value = numberOf(document[name])
  if (value === null) throw new NotUnderstood('bad_value', { at: `/${name}` })
  const reading: SourceReading = { ts: timeOf(document, context), metrics: {}, flags: {} }
  const isCount = name === 'bpm' || name === 'steps'
  if (!isCount && name === 'sgv' && isErrorCode(value, document.units))
    return { externalId, reading: null, reason: { code: 'no_values', at: '/sgv', detail: `error code ${value}` } }
  if (isCount) putValue(reading, name === 'bpm' ? 'heart_rate' : 'steps', value)
  else putValue(reading, 'glucose', glucoseOf(name, value, document.units))
  for (const other of ['noise', 'delta', 'filtered', 'unfiltered']) putValue(reading, other, document[other])
  const rssi = numberOf(document.rssi)
  // Dexcom receivers send it as another, positive number.
  if (rssi !== null && rssi < 0) reading.signal = rssi
  return { externalId, reading, key: `${externalId} ${collection} ${String(type ?? name)} ${reading.ts}` }
}

const isErrorCode = (value: number, units: unknown): boolean =>
  value <= LAST_ERROR_CODE && Number.isInteger(value) && !isMolar(units)

const isMolar = (units: unknown): boolean => typeof units === 'string' && /^mmol(\/l)?$/i.test(units)

/** Values of sensors are in mg/dL also where `units` says what the app of a person shows. */
function glucoseOf(name: string, value: number, units: unknown): number {
  const isSmall = value < LOWEST_MG_DL
  const isInMmol = isMolar(units) && isSmall
  if (!isInMmol && isSmall && !Number.isInteger(value) && value <= LAST_ERROR_CODE)
    throw new NotUnderstood('unknown_measure', { at: `/${name}`, detail: 'units' })
  const glucose = vitalSignValue('glucose', value, isInMmol ? 'mmol/L' : 'mg/dL')
  if (glucose === null || !Number.isFinite(glucose)) throw new NotUnderstood('bad_value', { at: `/${name}` })
  return glucose
}

function statusOf(externalId: string, document: Record<string, unknown>, { timeZone }: ReadContext): Statement {
  const reading: SourceReading = { metrics: {}, flags: {} }
  const battery = numberOf(document.uploaderBattery)
  if (battery !== null) reading.battery = battery
  for (const name of Object.keys(PUMP_AND_LOOP)) putValue(reading, name, document[name])
  if (typeof document.isCharging === 'boolean') reading.flags.charging = document.isCharging
  // Nightscout gives a status without a time that of its receipt.
  const time = messageTime(document.created_at ?? document.mills ?? document.date, timeZone)
  if (time !== null) reading.ts = time
  return { externalId, reading }
}

function timeOf(document: Record<string, unknown>, { timeZone }: ReadContext): number {
  for (const name of ['date', 'mills', 'timeStamp', 'dateString', 'sysTime', 'created_at']) {
    const time = messageTime(document[name], timeZone)
    if (time !== null) return time
  }
  throw new NotUnderstood('bad_time', { at: '/date' })
}
