import Type from 'typebox'
import { rounded } from '../../telemetry/values.ts'
import { putDecoded } from '../lorawan/decoded-values.ts'
import { putReception } from '../lorawan/lorawan-reception.ts'
import { putNormalized } from '../lorawan/normalized-payload.ts'
import { SpeedSetting, speedUnitIn } from '../lorawan/speed-setting.ts'
import { bodyText, isJsonObject, objectOr, parseMessageJson } from '../messages/json-text.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import type { ReadContext, SourceReading, Statement } from '../messages/source-message.ts'
import { messageTime } from '../values/message-times.ts'
import { numberOf, putValue } from '../values/metric-keys.ts'
import { placeOf } from '../values/places.ts'
import { nameIn, namesOf } from '../values/sender-names.ts'
import type { SourceFormat } from './source-format.ts'

/** The events, by the field of the message that holds them. */
const KINDS = {
  uplink_message: readUplink,
  uplink_normalized: readNormalized,
  location_solved: readLocation,
  // The device has joined, or has confirmed a downlink: it was heard.
  join_accept: readSignOfLife,
  downlink_ack: readSignOfLife,
  // These are of the network. What services say is about the device, but measured nothing: places that they find come as
  // `location_solved`.
  downlink_nack: readNothing,
  downlink_sent: readNothing,
  downlink_failed: readNothing,
  downlink_queued: readNothing,
  downlink_queue_invalidated: readNothing,
  service_data: readNothing,
} as const
type Kind = keyof typeof KINDS

/** A measurement so close to its frame is the one that the frame is about; others were kept by the device. */
const SAME_MOMENT_MS = 10_000
const MOST_MEASUREMENTS = 100

/** A message that is read: the whole, the part that its kind names, and what the statements have in common. */
interface StackMessage {
  kind: Kind
  message: Record<string, unknown>
  body: Record<string, unknown>
  externalId: string
  names: { label?: string; model?: string }
  context: ReadContext
}

/**
 * Webhooks of The Things Stack v3 in JSON, one event a message: its `ApplicationUp`. Source: messages.proto of
 * TheThingsNetwork/lorawan-stack. Zeros, empty texts and `false` are left out by the sender.
 */
export const theThingsStackFormat = {
  module: 'home_infra',
  settings: Type.Object({ speed_unit: SpeedSetting }),
  paths: [''],
  split: ({ body }) => [withoutKeys(parseMessageJson(bodyText(body)))],
  read(part, context) {
    const message = objectOr(part)
    const kind = (Object.keys(KINDS) as Kind[]).find((one) => isJsonObject(message[one]))
    if (kind === undefined) throw new NotUnderstood('wrong_form', { detail: 'uplink_message' })
    const body = objectOr(message[kind])
    const ids = objectOr(message.end_device_ids)
    const externalId = nameIn(ids.dev_eui) ?? nameIn(ids.device_id)
    if (externalId === null) throw new NotUnderstood('no_device', { at: '/end_device_ids/dev_eui' })
    const { brand_id, model_id } = objectOr(body.version_ids)
    const model = [brand_id, model_id].map(nameIn).filter((name) => name !== null)
    const names = namesOf(ids.device_id, model.join(' '))
    return KINDS[kind]({ kind, message, body, externalId, names, context })
  },
} satisfies SourceFormat

/** Session keys, which the sender forwards if it does not decrypt payloads itself, are kept nowhere. */
function withoutKeys(message: unknown): unknown {
  if (!isJsonObject(message)) return message
  const kept = { ...message }
  for (const kind of Object.keys(KINDS)) {
    const body = kept[kind]
    if (!isJsonObject(body) || !('app_s_key' in body)) continue
    const { app_s_key: _, ...others } = body
    kept[kind] = others
  }
  return kept
}

function readUplink(up: StackMessage): Statement[] {
  const { body, context } = up
  const reading = readingAt(receivedAt(up))
  putReception(reading, body.rx_metadata)
  putDecoded(reading, body.decoded_payload, speedUnitIn(context.settings))
  const measurements = Array.isArray(body.normalized_payload) ? body.normalized_payload.slice(0, MOST_MEASUREMENTS) : []
  const others: Statement[] = []
  for (const [place, measurement] of measurements.entries()) {
    // Units of the normalized payload are fixed, those of the decoded one are not: here the former wins.
    if (variantOf(up, measurement).length === 0) putNormalized(reading, measurement)
    else others.push({ ...normalized(up, measurement), place: `/uplink_message/normalized_payload/${place}` })
  }
  if (reading.lat === undefined) putRegistered(reading, body.locations)
  putLastBattery(reading, body.last_battery_percentage)
  const isDecoded = isJsonObject(body.decoded_payload) || measurements.length > 0
  const statement = statementOf(up, reading, keyOf(up))
  return [{ ...statement, ...(isDecoded ? {} : notDecoded(body)) }, ...others]
}

function readNormalized(up: StackMessage): Statement[] {
  return [normalized(up, up.body.normalized_payload)]
}

function normalized(up: StackMessage, measurement: unknown): Statement {
  const { body, context } = up
  const reading = readingAt(messageTime(objectOr(measurement).time, context.timeZone) ?? receivedAt(up))
  putNormalized(reading, measurement)
  if (momentOf(up, measurement) === null) {
    putReception(reading, body.rx_metadata)
    putLastBattery(reading, body.last_battery_percentage)
    if (reading.lat === undefined) putRegistered(reading, body.locations)
  }
  return statementOf(up, reading, keyOf(up, variantOf(up, measurement)))
}

function readLocation(up: StackMessage): Statement[] {
  const { latitude, longitude, altitude, accuracy } = objectOr(up.body.location)
  const reading = { ...readingAt(receivedAt(up)), ...placeOf(latitude, longitude) }
  if (reading.lat === undefined) throw new NotUnderstood('no_values', { at: '/location_solved/location' })
  putValue(reading, 'altitude', altitude)
  if ((numberOf(accuracy) ?? 0) > 0) putValue(reading, 'accuracy', accuracy)
  return [statementOf(up, reading)]
}

function readSignOfLife(up: StackMessage): Statement[] {
  return [statementOf(up, readingAt(receivedAt(up)))]
}

function readNothing(up: StackMessage): Statement[] {
  return [{ ...statementOf(up, null), reason: { code: 'no_measurement', detail: up.kind } }]
}

/** When the network server received the frame, or else the application server the message; undefined if unknown. */
function receivedAt({ body, message, context }: StackMessage): number | undefined {
  return (
    messageTime(body.received_at, context.timeZone) ?? messageTime(message.received_at, context.timeZone) ?? undefined
  )
}

/** The time of a measurement that the device kept and sent later; null if it is that of the frame. */
function momentOf(up: StackMessage, measurement: unknown): number | null {
  const time = messageTime(objectOr(measurement).time, up.context.timeZone)
  if (time === null) return null
  return Math.abs(time - (receivedAt(up) ?? up.context.receivedAt)) > SAME_MOMENT_MS ? time : null
}

/** The facts that tell a measurement from others of its frame: a time of its own, and how deep in the soil it is. */
function variantOf(up: StackMessage, measurement: unknown): (number | string)[] {
  const moment = momentOf(up, measurement)
  const depth = numberOf(objectOr(objectOr(measurement).soil).depth)
  return [...(moment === null ? [] : [moment]), ...(depth === null ? [] : [`${depth}cm`])]
}

/**
 * A frame is known by device, session and counter, so a retry is stored once. The `uplink_message` and the
 * `uplink_normalized` of a frame have the same key too: as two readings they would count twice for rules and graphs, and
 * what comes second cannot be added to a reading that rules have seen. So the first is stored, which is the
 * `uplink_message` as the sender does it: it holds what the other says, and signal, position and further values. The
 * minute of receipt, the same in both, is part of it because devices that are activated by personalization keep their
 * session and count anew at each start: for a day, their frames would be repeats. Undefined if nothing tells frames apart.
 */
function keyOf(up: StackMessage, variant: readonly (number | string)[] = []): string | undefined {
  const { body, externalId } = up
  const received = messageTime(body.received_at, up.context.timeZone)
  const session = nameIn(body.session_key_id)
  if (session === null && received === null) return undefined
  const counted = `${session ?? ''}/${numberOf(body.f_cnt) ?? 0}`
  const at = received === null ? '' : Math.floor(received / (session === null ? 1 : 60_000))
  return [externalId, counted, at, ...variant].join('/')
}

function notDecoded({ frm_payload, f_port }: Record<string, unknown>): Pick<Statement, 'reason'> {
  // An empty frame only answers the network: there is nothing to decode.
  if (typeof frm_payload !== 'string' || frm_payload === '') return {}
  const port = numberOf(f_port)
  return { reason: { code: 'not_decoded', ...(port === null ? {} : { detail: `f_port ${port}` }) } }
}

/**
 * Puts the place that people entered for a device. The other `locations` of a frame are those that were found last, by
 * GPS or a service, and are sent again with every frame: they say nothing of where the device is now, and while there
 * is one, the entered place is not that of the device either.
 */
function putRegistered(reading: SourceReading, locations: unknown): void {
  const known = Object.values(objectOr(locations)).map(objectOr)
  if (known.length !== 1 || known[0]!.source !== 'SOURCE_REGISTRY') return
  Object.assign(reading, placeOf(known[0]!.latitude, known[0]!.longitude))
}

/** The charge that the network server asked the device for last. */
function putLastBattery(reading: SourceReading, last: unknown): void {
  const charge = numberOf(objectOr(last).value)
  if (reading.battery === undefined && charge !== null && charge >= 0 && charge <= 100)
    reading.battery = rounded(charge, 2)
}

const readingAt = (ts: number | undefined): SourceReading => ({
  ...(ts === undefined ? {} : { ts }),
  metrics: {},
  flags: {},
})

const statementOf = ({ externalId, names }: StackMessage, reading: SourceReading | null, key?: string): Statement => ({
  externalId,
  ...names,
  reading,
  ...(key === undefined ? {} : { key }),
})
