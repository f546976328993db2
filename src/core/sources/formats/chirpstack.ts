import Type from 'typebox'
import { rounded } from '../../telemetry/values.ts'
import { putDecoded } from '../lorawan/decoded-values.ts'
import { putReception } from '../lorawan/lorawan-reception.ts'
import { SpeedSetting, speedUnitIn } from '../lorawan/speed-setting.ts'
import { bodyText, isJsonObject, objectOr, parseMessageJson } from '../messages/json-text.ts'
import { NotUnderstood, type SourceReason } from '../messages/not-understood.ts'
import type { ReadContext, SourceReading } from '../messages/source-message.ts'
import { messageTime } from '../values/message-times.ts'
import { numberOf, putValue } from '../values/metric-keys.ts'
import { placeOf } from '../values/places.ts'
import { nameIn, namesOf } from '../values/sender-names.ts'
import type { SourceFormat } from './source-format.ts'

type Fields = Record<string, unknown>
/** Puts what an event says into the reading. Returns a reason if something is missing, null if it is no sign of life. */
type EventReader = (reading: SourceReading, fields: Fields, context: ReadContext) => SourceReason | null | undefined

const nothing: EventReader = () => null

const EVENTS: Record<string, EventReader> = {
  up: putUplink,
  status: putStatus,
  location: putLocation,
  // The first frame after the device was activated has come.
  join: () => undefined,
  // The device confirmed a downlink, so it was heard. Without an answer in time, the same event says that there was none.
  ack: (_reading, { acknowledged }) => (acknowledged === true ? undefined : null),
  // A gateway is about to send something.
  txack: nothing,
  // The sender speaks, perhaps of a frame that only claims to be from this device.
  log: nothing,
  // The answer of a service, such as how its requests stand. Places that it finds come as `location`.
  integration: nothing,
}

/** Fields that only one event has, for senders that do not name it in the address. */
const TELLING: readonly [field: string, event: string][] = [
  ['integrationName', 'integration'],
  ['rxInfo', 'up'],
  ['object', 'up'],
  ['data', 'up'],
  ['margin', 'status'],
  ['batteryLevel', 'status'],
  ['location', 'location'],
  ['description', 'log'],
  ['level', 'log'],
  ['gatewayId', 'txack'],
  ['queueItemId', 'ack'],
  ['devAddr', 'join'],
]

/**
 * The HTTP integration of ChirpStack in JSON, one event a message, which is named in the address (`?event=up`). Source:
 * integration.proto of chirpstack/chirpstack. Zeros and `false` are left out by the sender. The names of fields are those
 * of version 4; of version 3, with its JSON of that version, events of uplink and location are understood.
 */
export const chirpstackFormat = {
  module: 'home_infra',
  settings: Type.Object({ speed_unit: SpeedSetting }),
  paths: [''],
  split({ body, query }) {
    const fields = parseMessageJson(bodyText(body))
    // A part stands for itself, without its address.
    return [isJsonObject(fields) ? { ...fields, event: query.get('event') ?? eventOf(fields) } : fields]
  },
  read(part, context) {
    const fields = objectOr(part)
    const event = typeof fields.event === 'string' ? fields.event : ''
    const read = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined
    if (read === undefined) throw new NotUnderstood('wrong_form', { at: '?event' })
    const device = objectOr(fields.deviceInfo)
    const externalId = nameIn(device.devEui ?? fields.devEUI)
    if (externalId === null) throw new NotUnderstood('no_device', { at: '/deviceInfo/devEui' })
    const ts = messageTime(fields.time ?? fields.publishedAt, context.timeZone)
    const reading: SourceReading = { ...(ts === null ? {} : { ts }), metrics: {}, flags: {} }
    const reason = read(reading, fields, context)
    const names = namesOf(device.deviceName ?? fields.deviceName, device.deviceProfileName ?? fields.deviceProfileName)
    if (reason === null) return [{ externalId, ...names, reading: null, reason: noMeasurement(event, fields) }]
    const id = nameIn(fields.deduplicationId)
    // All events of a frame have the same identifier, so it names one only together with the event.
    const key = id === null ? {} : { key: `${externalId}/${event}/${id}` }
    return [{ externalId, ...names, reading, ...key, ...(reason === undefined ? {} : { reason }) }]
  },
} satisfies SourceFormat<unknown>

const eventOf = (fields: Fields): string => TELLING.find(([field]) => Object.hasOwn(fields, field))?.[1] ?? ''

function putUplink(reading: SourceReading, fields: Fields, { settings }: ReadContext): SourceReason | undefined {
  const { object, data, fPort, rxInfo } = fields
  putReception(reading, rxInfo)
  putDecoded(reading, object, speedUnitIn(settings))
  // A frame without data only answers the network: there is nothing to decode.
  if (isJsonObject(object) || typeof data !== 'string' || data === '') return undefined
  const port = numberOf(fPort)
  return { code: 'not_decoded', ...(port === null ? {} : { detail: `f_port ${port}` }) }
}

/** A device on external power reports no charge, and one that cannot measure it says so. */
function putStatus(reading: SourceReading, fields: Fields): undefined {
  const { margin, batteryLevel, batteryLevelUnavailable, externalPowerSource } = fields
  putValue(reading, 'margin', margin)
  if (typeof externalPowerSource === 'boolean') putValue(reading, 'external_power', externalPowerSource)
  const level = numberOf(batteryLevel)
  if (batteryLevelUnavailable === true || externalPowerSource === true || level === null) return
  if (level >= 0 && level <= 100) reading.battery = rounded(level, 2)
}

function putLocation(reading: SourceReading, fields: Fields): undefined {
  const { latitude, longitude, altitude, accuracy } = objectOr(fields.location)
  Object.assign(reading, placeOf(latitude, longitude))
  if (reading.lat === undefined) throw new NotUnderstood('no_values', { at: '/location' })
  putValue(reading, 'altitude', altitude)
  if ((numberOf(accuracy) ?? 0) > 0) putValue(reading, 'accuracy', accuracy)
}

/** Log lines have a code, such as `UPLINK_MIC`. Their description can name anything, and stays with the message. */
function noMeasurement(event: string, { code }: Fields): SourceReason {
  const isCode = event === 'log' && typeof code === 'string' && /^[A-Z][A-Z\d_]{0,63}$/.test(code)
  return { code: 'no_measurement', detail: isCode ? code : event }
}
