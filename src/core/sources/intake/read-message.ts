import { timeSlices } from '../../../platform/long-work/time-slices.ts'
import { findFormat } from '../formats/formats.ts'
import { type CompiledMapping, compileMapping } from '../mapping/read-mapped.ts'
import { NotUnderstood, type SourceReason } from '../messages/not-understood.ts'
import { partsReader, type ReadMessage, type ReadPart } from '../messages/read-parts.ts'
import type { ReadContext, SourceMessage, Statement } from '../messages/source-message.ts'
import type { Source } from '../source.ts'

/** The settings by which messages of a source are read. */
type ReadBy = Pick<Source, 'format' | 'settings' | 'mapping' | 'time_zone'>

export interface CutMessage {
  parts: Iterable<unknown>
  /** Why it could not be cut into parts; then there are none. */
  reason: SourceReason | null
}

/** Cuts a message of a source into parts. Pure. */
export function cutMessage(source: Pick<Source, 'format'>, message: SourceMessage): CutMessage {
  try {
    return { parts: findFormat(source.format)!.split(message), reason: null }
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error
    return { parts: [], reason: error.reason }
  }
}

/** Reads parts as the source says now, of a message that came at this time (ms). Gives way to others meanwhile. */
export async function readAs(
  source: ReadBy,
  parts: Iterable<unknown>,
  receivedAt: number,
  places: readonly string[] | null = null,
): Promise<ReadMessage> {
  const { settings, time_zone } = source
  const reader = partsReader(readerOf(source), { receivedAt, settings, timeZone: time_zone }, places)
  const giveWay = timeSlices()
  let isFirst = true
  for (const part of parts) {
    // Most messages are one part, and cost little more than a reading: waiting for turns, none would share a group.
    if (!isFirst) await giveWay()
    isFirst = false
    reader.add(part)
  }
  return reader.read()
}

/** By mapping as it is stored, compiled once. */
const compiled = new WeakMap<object, CompiledMapping>()

/** The reader of a part: the format of the source, its mapping, or one on top of the other. */
function readerOf({ format: name, mapping }: ReadBy): ReadPart {
  const format = findFormat(name)!
  if (mapping === null) return (part, context) => format.read(part, context)
  const mapped = compiled.get(mapping) ?? compileMapping(mapping)
  compiled.set(mapping, mapped)
  if (format.mappingReads) return (part, context) => mapped.read(part, context)
  return (part, context) => {
    let statements: Statement[]
    try {
      statements = format.read(part, context)
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error
      return readUnread(mapped, part, context, error)
    }
    return statements.flatMap((base) => mapped.read(part, context, base))
  }
}

/** The mapping may know what the format does not, such as which device it is. */
function readUnread(mapped: CompiledMapping, part: unknown, context: ReadContext, fault: NotUnderstood): Statement[] {
  try {
    return mapped.read(part, context)
  } catch (error) {
    throw error instanceof NotUnderstood ? fault : error
  }
}
