import { storableText } from '../../audit-log/changed-fields.ts'
import { MAX_KEYS } from '../../telemetry/reading.ts'
import { NotUnderstood, type SourceReason } from './not-understood.ts'
import type { ReadContext, SourceReading, Statement } from './source-message.ts'

/** Something in a message that is not understood. */
interface FailedPart {
  part: unknown
  reason: SourceReason
  /** Which statement of the part; null: the whole part. */
  places: string[] | null
}

/** All that a message says about one device at one time. */
export interface Gathered {
  externalId: string
  label: string | undefined
  model: string | undefined
  reading: SourceReading | null
  reason: SourceReason | undefined
  /** Keys of the statements. */
  keys: string[]
  /** The parts that say it, in their order. */
  parts: unknown[]
  /** Which of their statements; null: all of them. */
  places: string[] | null
}

export interface ReadMessage {
  gathered: Gathered[]
  failed: FailedPart[]
}

const LONGEST_ID = 200
const LONGEST_NAME = 100

/** Finds what a part says. Throws `NotUnderstood`. */
export type ReadPart = (part: unknown, context: ReadContext) => readonly Statement[]

interface PartsReader {
  add(part: unknown): void
  read(): ReadMessage
}

/**
 * Reads the parts of a message, one after the other, and gathers what they say of one device and one time into one
 * reading, or into several if it is more than a reading can hold. `places` limits this to some of their statements. Pure.
 */
export function partsReader(
  readPart: ReadPart,
  context: ReadContext,
  places: readonly string[] | null = null,
): PartsReader {
  const failed: FailedPart[] = []
  const gathered: Gathered[] = []
  const byIdAndTime = new Map<string, Gathered>()
  return {
    add(part) {
      try {
        const all = readPart(part, context)
        for (const statement of chosen(all, places)) {
          const ownPlaces = all.length > 1 && statement.place !== undefined ? [statement.place] : null
          const reason = faultOf(statement)
          if (reason === null) gather({ gathered, byIdAndTime }, tidied(statement), part, ownPlaces)
          else failed.push({ part, reason, places: ownPlaces })
        }
      } catch (error) {
        if (!(error instanceof NotUnderstood)) throw error
        failed.push({ part, reason: error.reason, places: null })
      }
    },
    read: () => ({ gathered, failed }),
  }
}

/** Why a statement is not understood. One that is no measurement is. */
const faultOf = ({ reading, reason }: Statement): SourceReason | null =>
  reading === null && reason !== undefined && reason.code !== 'no_measurement' ? reason : null

/** All of them if none has such a place: then a mapping has changed what the places are. */
function chosen(statements: readonly Statement[], places: readonly string[] | null): readonly Statement[] {
  if (places === null) return statements
  const found = statements.filter(({ place }) => place !== undefined && places.includes(place))
  return found.length === 0 ? statements : found
}

function tidied(statement: Statement): Statement {
  const externalId = storableText(statement.externalId).trim().slice(0, LONGEST_ID)
  if (externalId === '') throw new NotUnderstood(statement.reason?.code ?? 'no_device', statement.reason)
  return externalId === statement.externalId ? statement : { ...statement, externalId }
}

interface Gathering {
  gathered: Gathered[]
  /** The last one of each device and time, which others may join. */
  byIdAndTime: Map<string, Gathered>
}

function gather(into: Gathering, statement: Statement, part: unknown, ownPlaces: string[] | null): void {
  const { externalId, reading } = statement
  const key = `${reading === null ? 'none' : (reading.ts ?? '')} ${reading?.module ?? ''} ${externalId}`
  const known = into.byIdAndTime.get(key)
  if (known === undefined || !isRoomFor(known.reading, reading)) {
    const first: Gathered = {
      externalId,
      label: nameOf(statement.label),
      model: nameOf(statement.model),
      reading: reading === null ? null : { ...reading, metrics: { ...reading.metrics }, flags: { ...reading.flags } },
      reason: statement.reason,
      keys: statement.key === undefined ? [] : [statement.key],
      parts: [part],
      places: ownPlaces,
    }
    into.byIdAndTime.set(key, first)
    into.gathered.push(first)
    return
  }
  if (known.parts.at(-1) !== part) known.parts.push(part)
  if (ownPlaces === null) known.places = null
  else known.places?.push(...ownPlaces)
  known.label ??= nameOf(statement.label)
  known.model ??= nameOf(statement.model)
  known.reason ??= statement.reason
  if (statement.key !== undefined) known.keys.push(statement.key)
  if (known.reading !== null && reading !== null) putAll(known.reading, reading)
}

/** A target of Prometheus has hundreds of values at one time. */
function isRoomFor(known: SourceReading | null, reading: SourceReading | null): boolean {
  if (known === null || reading === null) return true
  return hasRoom(known.metrics, reading.metrics) && hasRoom(known.flags, reading.flags)
}

function hasRoom(known: object, more: object): boolean {
  let count = Object.keys(known).length
  for (const key in more) if (!Object.hasOwn(known, key)) count += 1
  return count <= MAX_KEYS
}

/** The later one wins. */
function putAll(known: SourceReading, { metrics, flags, ...rest }: SourceReading): void {
  Object.assign(known, rest)
  Object.assign(known.metrics, metrics)
  Object.assign(known.flags, flags)
}

const nameOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : storableText(text).trim().slice(0, LONGEST_NAME) || undefined
