import { faultOf } from '../../../platform/error-messages/reasons.ts'
import { RequestError, unavailable } from '../../../platform/errors.ts'
import type { Device } from '../../devices/device.ts'
import { type Reading, sortForEvaluation } from '../../telemetry/reading.ts'
import type { MessageKeys } from '../../telemetry/storage/message-keys.ts'
import type { AdoptedByRule } from '../external-ids/adopt.ts'
import type { SourceReason } from '../messages/not-understood.ts'
import type { Gathered, ReadMessage } from '../messages/read-parts.ts'
import { storableJson } from '../messages/storable-json.ts'
import { toDeviceReading } from '../messages/to-device-reading.ts'
import { MOST_OF_ONE } from '../quarantine/quarantine-store.ts'
import type { QuarantineWriter } from '../quarantine/quarantine-writer.ts'
import type { QuarantinedMessage } from '../quarantine/quarantined-message.ts'
import type { Source } from '../source.ts'
import type { FindSourceDevices, KnownId } from './find-source-devices.ts'

/** The means by which messages are stored. */
export interface Intake {
  findDevices: FindSourceDevices
  /**
   * Resolves once all are settled, with the error of each, null for those on disk, or 'repeated' for those whose message was
   * on disk before.
   */
  storeReadings(
    received: readonly { device: Device; reading: Reading; message?: MessageKeys }[],
    bytes: number,
  ): Promise<readonly unknown[]>
  quarantineOf(cell: number): QuarantineWriter
  /** Adopts a device by the rule of its source, if the rule is for it. */
  adoptByRule(source: Source, gathered: Pick<Gathered, 'externalId' | 'label' | 'model'>): Promise<AdoptedByRule>
}

/** Where a message came from. */
export interface MessageEnvelope {
  path: string
  query: string
  media: string
  /** Milliseconds since 1970. */
  receivedAt: number
  bytes: number
}

/** Fate of a message: all of it is on disk, as readings or in quarantine, or need not be. */
export interface TakenMessage {
  stored: StoredReading[]
  /** Why parts of it are in quarantine, by what stays there. */
  quarantined: SourceReason[]
  /** Why parts of it were not stored and need not be. */
  ignored: SourceReason[]
  /** Messages that are to be read again later. */
  left: QuarantinedMessage[]
}

interface StoredReading {
  externalId: string
  device: Device
  reading: Reading
}

interface Explained {
  gathered: Gathered
  reason: SourceReason
}

type Sorted =
  | { fate: 'store'; gathered: Gathered; device: Device; reason?: never }
  | (Explained & { fate: 'quarantine' | 'ignore' })

/** Readings of one message, unless its format allows more. */
const MOST_READINGS = 1_000
/** Devices that a message adds by the rule of its source. The others wait for their next message. */
const MOST_ADOPTED = 100
/** Room comes only when people do something. */
export const FULL_RETRY_AFTER_S = 60

/**
 * Stores what a message says: readings of adopted devices with all their consequences, the rest in quarantine. When it
 * resolves, everything is on disk. Throws 413 for too many readings, 429, and 503 when the outcome is not known: the
 * message can be sent again, since readings are known by their content and quarantine knows its messages.
 */
export async function takeMessage(
  intake: Intake,
  source: Source,
  { gathered, failed }: ReadMessage,
  envelope: MessageEnvelope,
  mostReadings = MOST_READINGS,
): Promise<TakenMessage> {
  if (gathered.length + failed.length > mostReadings) {
    throw new RequestError(413, faultOf('in_english', `A message holds at most ${mostReadings} readings`))
  }
  const taken: TakenMessage = { stored: [], quarantined: [], ignored: [], left: [] }
  // Once more for devices that are adopted at this moment.
  const adopted = await takeGathered(intake, source, gathered, envelope, taken)
  const left = await takeGathered(intake, source, adopted, envelope, taken)
  if (left.length > 0) throw unavailable(1, 'adopted_meanwhile')
  // Last, because it is not known when they are from: a message that is sent again until it is stored has them kept once.
  const unread = groupFailed(failed).map((group) => keptMessage(source, envelope, group))
  await keepAll(intake, source, unread, taken)
  return taken
}

/** Returns what belongs to devices that were pending, and have been adopted meanwhile. */
async function takeGathered(
  intake: Intake,
  source: Source,
  gathered: readonly Gathered[],
  envelope: MessageEnvelope,
  taken: TakenMessage,
): Promise<Gathered[]> {
  if (gathered.length === 0) return []
  const sorted = await sortByFate(intake, source, gathered)
  for (const { fate, reason } of sorted) if (fate === 'ignore') taken.ignored.push(reason)
  const waiting = sorted.flatMap((each) => (each.fate === 'quarantine' ? [each] : []))
  const kept = ({ gathered: what, reason }: Explained) => keptMessage(source, envelope, { ...what, reason })
  const storing = storeAll(intake, source, sorted, envelope, taken).then(async (refused) => {
    await keepAll(intake, source, refused.map(kept), taken)
  })
  const [stored, left] = await Promise.allSettled([storing, keepAll(intake, source, waiting.map(kept), taken)])
  if (stored.status === 'rejected') throw stored.reason
  if (left.status === 'rejected') throw left.reason
  return left.value.map((place) => waiting[place]!.gathered)
}

async function sortByFate(intake: Intake, source: Source, gathered: readonly Gathered[]): Promise<Sorted[]> {
  const ids = [...new Set(gathered.map(({ externalId }) => externalId))]
  let known = ids.length === 0 ? new Map<string, KnownId>() : await intake.findDevices(source.id, ids)
  if (source.adopt !== null) {
    const waiting = gathered.filter(
      ({ externalId, reading }) => reading !== null && (known.get(externalId)?.state ?? 'pending') === 'pending',
    )
    if (await adoptSome(intake, source, waiting)) known = await intake.findDevices(source.id, ids)
  }
  return gathered.map((each) => fateOf(each, known.get(each.externalId)))
}

/** Returns whether any has been adopted. */
async function adoptSome(intake: Intake, source: Source, waiting: readonly Gathered[]): Promise<boolean> {
  const byId = new Map(waiting.map((each) => [each.externalId, each]))
  let adopted = 0
  for (const each of byId.values()) {
    const outcome = await intake.adoptByRule(source, each)
    if (outcome === 'adopted') adopted += 1
    // Without room, each look would lock the source in vain.
    if (outcome === 'no room' || adopted === MOST_ADOPTED) break
  }
  return adopted > 0
}

function fateOf(gathered: Gathered, known: KnownId | undefined): Sorted {
  const { reading, reason } = gathered
  if (known?.state === 'ignored' || (known?.state === 'adopted' && known.device === null)) {
    return { fate: 'ignore', gathered, reason: { code: 'ignored' } }
  }
  if (reading === null) return { fate: 'ignore', gathered, reason: reason ?? { code: 'no_measurement' } }
  if (known?.device != null) return { fate: 'store', gathered, device: known.device }
  if (known !== undefined && known.quarantined >= MOST_OF_ONE) {
    return { fate: 'ignore', gathered, reason: { code: 'pending' } }
  }
  return { fate: 'quarantine', gathered, reason: { code: 'pending' } }
}

/** Returns what no reading can hold. */
async function storeAll(
  intake: Intake,
  source: Source,
  sorted: readonly Sorted[],
  { receivedAt, bytes }: MessageEnvelope,
  taken: TakenMessage,
): Promise<Explained[]> {
  const wanted = sorted.filter((each) => each.fate === 'store')
  if (wanted.length === 0) return []
  const refused: Explained[] = []
  const byDevice = new Map<number, { device: Device; items: { gathered: Gathered; reading: Reading }[] }>()
  for (const { gathered, device } of wanted) {
    const reading = toDeviceReading(gathered.reading!, device, receivedAt)
    if ('code' in reading) {
      refused.push({ gathered, reason: reading })
      continue
    }
    const ofDevice = byDevice.get(device.id) ?? { device, items: [] }
    byDevice.set(device.id, ofDevice)
    ofDevice.items.push({ gathered, reading })
  }
  const share = Math.ceil(bytes / Math.max(1, byDevice.size))
  const storing = [...byDevice.values()].map(async ({ device, items }) => {
    // Over the whole message, so that no part makes the readings of another one late.
    const readings = items.map(({ reading }) => reading)
    const gatheredOf = new Map(items.map(({ gathered, reading }) => [reading, gathered]))
    sortForEvaluation(readings)
    const outcomes = await intake.storeReadings(
      readings.map((reading) => ({ device, reading, ...messageOf(source, gatheredOf.get(reading)!) })),
      share,
    )
    for (const [place, error] of outcomes.entries()) {
      const reading = readings[place]!
      const gathered = gatheredOf.get(reading)!
      if (error === 'repeated') taken.ignored.push({ code: 'repeated' })
      else if (error === null) taken.stored.push({ externalId: gathered.externalId, device, reading })
      else if (error instanceof RequestError && error.statusCode === 400)
        refused.push({ gathered, reason: { code: 'bad_value' } })
      else throw error
    }
  })
  const settled = await Promise.allSettled(storing)
  const failure = settled.find((outcome) => outcome.status === 'rejected')
  if (failure !== undefined) throw failure.reason
  return refused
}

const messageOf = ({ id }: Source, { keys }: Gathered): { message?: MessageKeys } =>
  keys.length === 0 ? {} : { message: { sourceId: id, keys } }

/** Returns the places of those whose device is no longer pending. Throws 503 if there is no room. */
async function keepAll(
  intake: Intake,
  source: Source,
  messages: readonly QuarantinedMessage[],
  taken: TakenMessage,
): Promise<number[]> {
  if (messages.length === 0) return []
  const writer = intake.quarantineOf(source.cell)
  const outcomes = await Promise.all(messages.map((message) => writer.put(message)))
  if (outcomes.includes('full')) throw unavailable(FULL_RETRY_AFTER_S, 'quarantine_full')
  if (outcomes.includes('elsewhere')) throw unavailable(1, 'reading_unstored')
  const adopted: number[] = []
  for (const [place, outcome] of outcomes.entries()) {
    const message = messages[place]!
    if (outcome === 'not pending') adopted.push(place)
    else if (outcome === 'counted') taken.ignored.push(message.reason)
    else {
      taken.quarantined.push(message.reason)
      taken.left.push(message)
    }
  }
  return adopted
}

/** Parts that fail for the same reason, wherever they stand, are one message in quarantine. */
function groupFailed(
  failed: ReadMessage['failed'],
): { reason: SourceReason; parts: unknown[]; places: string[] | null }[] {
  const byKind = new Map<string, { reason: SourceReason; parts: unknown[]; places: string[] | null }>()
  for (const { part, reason, places } of failed) {
    const kind = `${reason.code} ${places === null}`
    const known = byKind.get(kind)
    if (known === undefined) byKind.set(kind, { reason, parts: [part], places: places === null ? null : [...places] })
    else {
      if (known.parts.at(-1) !== part) known.parts.push(part)
      if (places !== null) known.places?.push(...places)
    }
  }
  return [...byKind.values()]
}

function keptMessage(
  source: Source,
  { path, query, media, receivedAt }: MessageEnvelope,
  what: { reason: SourceReason; parts: readonly unknown[] } & Partial<Gathered>,
): QuarantinedMessage {
  return {
    ...{ sourceId: source.id, receivedAt, path, query, media, reason: what.reason, body: null },
    parts: storableJson(what.parts),
    places: what.places ?? null,
    externalId: what.externalId ?? null,
    label: what.label ?? null,
    model: what.model ?? null,
    isDated: what.reading?.ts !== undefined || (what.keys ?? []).length > 0,
  }
}
