import { MAX_KEYS } from '../../telemetry/reading.ts'
import { NotUnderstood, type SourceReason } from '../messages/not-understood.ts'
import type { ReadContext, SourceReading, Statement } from '../messages/source-message.ts'
import { messageTime } from '../values/message-times.ts'
import { type MappingParts, mappingParts } from './compile-mapping.ts'
import { type Item, mappedItems } from './items.ts'
import type { Mapping } from './mapping.ts'
import { type ItemScope, parsePointer, valueAt } from './pointers.ts'

/** Beyond it, no reading holds a time. */
const LAST_TIME_MS = 1e14 - 1

export interface CompiledMapping {
  /**
   * Statements of a part. On top of a format, `base` is what the format read: the mapping replaces and adds to it. If some of
   * several items are not understood, the last statement says why of the first of them, and names no device. Throws
   * `NotUnderstood` if nothing of the part is understood.
   */
  read(part: unknown, context: ReadContext, base?: Statement): Statement[]
}

/** Compiles a mapping of a valid shape, once for each source. Throws 400 with JSON pointers below `/mapping`. */
export function compileMapping(mapping: Mapping, decode: ((item: unknown) => unknown) | null = null): CompiledMapping {
  const parts = mappingParts(mapping)
  // A format may say much of one part, and the mapping reads that part for each of it.
  const openedParts = new WeakMap<object, ItemScope['opened']>()
  const openedOf = (part: unknown): ItemScope['opened'] => {
    if (typeof part !== 'object' || part === null) return new Map()
    const opened = openedParts.get(part) ?? new Map()
    openedParts.set(part, opened)
    return opened
  }
  return {
    read(part, context, base) {
      const scope: ItemScope = {
        root: part,
        item: part,
        holders: [],
        keys: [],
        known: knownOf(base),
        opened: openedOf(part),
      }
      const read = (item: Item): Statement[] => {
        scope.item = decode === null ? item.item : decode(item.item)
        scope.keys = item.keys
        scope.holders = item.holders
        return readItem(parts, scope, context, base)
      }
      if (parts.each === null) return read({ item: itemOf(base, scope), holders: [], keys: [], place: '' })
      return readEach(parts, mappedItems(parts.each, part, scope), read)
    },
  }
}

const NOTHING = Object.freeze({})
const NO_VALUES: SourceReading = Object.freeze({ metrics: {}, flags: {} })

const knownOf = (base: Statement | undefined): ItemScope['known'] =>
  base === undefined ? null : { ...base.reading?.flags, ...base.reading?.metrics }

/** The item that the format read, if it says where it is. */
function itemOf(base: Statement | undefined, scope: ItemScope): unknown {
  if (base?.place === undefined || !base.place.startsWith('/')) return scope.root
  return valueAt(scope.root, parsePointer(base.place).steps, scope) ?? scope.root
}

/** Items that are not understood come last, as a statement about no device: then the part is kept in quarantine as well. */
function readEach(
  { isKeyOfAll }: MappingParts,
  items: readonly Item[],
  read: (item: Item) => Statement[],
): Statement[] {
  const statements: Statement[] = []
  let fault: { place: string; error: NotUnderstood } | null = null
  for (const item of items) {
    const { place } = item
    try {
      for (const statement of read(item)) {
        const { key } = statement
        statements.push({ ...statement, place, ...(isKeyOfAll && key !== undefined ? { key: `${key} ${place}` } : {}) })
      }
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error
      fault ??= { place, error }
    }
  }
  if (fault === null) return statements
  const { place, error } = fault
  const reason = { ...error.reason, at: place }
  if (statements.length === 0) throw new NotUnderstood(reason.code, reason)
  return [...statements, { externalId: '', reading: null, reason, place }]
}

function readItem(
  parts: MappingParts,
  scope: ItemScope,
  context: ReadContext,
  base: Statement | undefined,
): Statement[] {
  const isWanted = parts.only === null || parts.only(scope) === true
  const externalId = parts.device?.(scope) ?? base?.externalId ?? fixedId(context)
  if (externalId === undefined) {
    if (!isWanted) return []
    throw new NotUnderstood('no_device')
  }
  const said = { ...base, externalId, ...namesOf(parts, scope) }
  if (!isWanted) return [{ ...said, reading: null, reason: { code: 'no_measurement' } }]
  const time = timeOf(parts, scope, context)
  if (time === null) throw new NotUnderstood('bad_time')
  // The format knows that it is no measurement, such as that a device is gone: only a value that people name makes it one.
  const isNone = base?.reading === null
  const { reading, reason } = readingOf(parts, scope, isNone ? NO_VALUES : (base?.reading ?? null), time)
  if (isNone && isEmpty(reading)) return [{ ...said, reading: null }]
  const why = reason ?? (isNone ? undefined : base?.reason)
  const { reason: _, ...names } = said
  const statement: Statement = { ...names, reading, ...(why === undefined ? {} : { reason: why }) }
  return [statement, ...shutOffs(parts, statement, context)]
}

/** The name of the only device of a source. */
function fixedId({ settings }: ReadContext): string | undefined {
  const { device } = settings
  return typeof device === 'string' && device !== '' ? device : undefined
}

function namesOf({ label, model, key }: MappingParts, scope: ItemScope): Pick<Statement, 'label' | 'model' | 'key'> {
  if (label === null && model === null && key === null) return NOTHING
  const names: Pick<Statement, 'label' | 'model' | 'key'> = {}
  for (const [name, read] of [
    ['label', label],
    ['model', model],
    ['key', key],
  ] as const) {
    const text = read?.(scope)
    if (text !== undefined) names[name] = text
  }
  return names
}

/** Null: there is a time that is none. Undefined: there is no time. */
function timeOf({ ts }: MappingParts, scope: ItemScope, { timeZone }: ReadContext): number | null | undefined {
  const sent = ts?.read(scope)
  if (sent === undefined) return undefined
  const time = messageTime(sent, ts!.zone ?? timeZone)
  return time !== null && Math.abs(time) <= LAST_TIME_MS ? time : null
}

interface Made {
  reading: SourceReading
  reason: SourceReason | undefined
}

function readingOf(parts: MappingParts, scope: ItemScope, base: SourceReading | null, ts: number | undefined): Made {
  const reading: SourceReading = { ...base, metrics: {}, flags: {} }
  if (parts.module !== undefined) reading.module = parts.module
  if (ts !== undefined) reading.ts = ts
  for (const [name, read] of parts.numbers) {
    const value = read(scope)
    if (value === undefined) delete reading[name]
    else reading[name] = value
  }
  const wrong = dropBadPosition(reading)
  for (const [key, read] of parts.metrics) {
    const value = read(scope)
    if (value !== undefined) reading.metrics[key] = value as number | string
  }
  for (const [key, read] of parts.flags) {
    const value = read(scope)
    if (value !== undefined) reading.flags[key] = value as boolean | number
  }
  addRest(reading, parts, scope, base)
  if (wrong !== null) return { reading, reason: { code: 'bad_value', at: wrong } }
  return { reading, reason: isEmpty(reading) ? emptyReason(parts, scope) : undefined }
}

/** A position that no reading can hold. Half of one is none, and nothing wrong. */
function dropBadPosition(reading: SourceReading): 'lat' | 'lng' | null {
  const { lat, lng } = reading
  const wrong =
    lat !== undefined && Math.abs(lat) > 90 ? 'lat' : lng !== undefined && Math.abs(lng) > 180 ? 'lng' : null
  if (wrong !== null || lat === undefined || lng === undefined) {
    delete reading.lat
    delete reading.lng
  }
  return wrong
}

/** A field that the mapping names itself is never filled with another value. */
function addRest(reading: SourceReading, parts: MappingParts, scope: ItemScope, base: SourceReading | null): void {
  const more = { metrics: {}, flags: {} }
  if (base !== null) keepOfFormat(more, parts, base)
  if (parts.rest !== null && (base === null || parts.hasValues)) parts.rest(more, scope)
  addMissing(reading.metrics, more.metrics, parts.namedMetrics)
  addMissing(reading.flags, more.flags, parts.namedFlags)
}

function keepOfFormat(
  into: Pick<SourceReading, 'metrics' | 'flags'>,
  { restOfFormat, taken }: MappingParts,
  { metrics, flags }: SourceReading,
): void {
  const isKept = (key: string) =>
    restOfFormat === 'keep' ? !taken.has(key) : restOfFormat !== 'drop' && restOfFormat.includes(key)
  for (const key in metrics) if (isKept(key)) into.metrics[key] = metrics[key]!
  for (const key in flags) if (isKept(key)) into.flags[key] = flags[key]!
}

function addMissing<Value>(into: Record<string, Value>, more: Record<string, Value>, named: ReadonlySet<string>): void {
  let room = MAX_KEYS - Object.keys(into).length
  for (const key in more) {
    if (room === 0) return
    if (named.has(key)) continue
    into[key] = more[key]!
    room -= 1
  }
}

function isEmpty({ lat, battery, signal, metrics, flags }: SourceReading): boolean {
  if (lat !== undefined || battery !== undefined || signal !== undefined) return false
  for (const _ in metrics) return false
  for (const _ in flags) return false
  return true
}

/** A reading without values is still a sign of life. */
const emptyReason = ({ bytes }: MappingParts, scope: ItemScope): SourceReason =>
  bytes?.(scope) === undefined ? { code: 'no_values' } : { code: 'not_decoded' }

/**
 * Flags that are false again some time later, because their sender never says so. It is a reading of its own at that time:
 * the first has to raise an alert at once, and nobody waits for the second.
 */
function shutOffs({ shutOff }: MappingParts, statement: Statement, { receivedAt }: ReadContext): Statement[] {
  const { reading, externalId } = statement
  if (shutOff.length === 0 || reading === null) return []
  return shutOff.flatMap(([key, seconds]) => {
    if (reading.flags[key] !== true) return []
    const module = reading.module === undefined ? {} : { module: reading.module }
    const ts = (reading.ts ?? receivedAt) + seconds * 1_000
    return [{ externalId, reading: { ...module, ts: Math.round(ts), metrics: {}, flags: { [key]: false } } }]
  })
}
