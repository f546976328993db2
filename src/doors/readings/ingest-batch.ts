import type { Device } from '../../core/devices/device.ts'
import { checkedReading } from '../../core/ingestion/checked-reading.ts'
import type { GroupCommit } from '../../core/ingestion/group-commit.ts'
import { type Reading, toReading } from '../../core/telemetry/reading.ts'
import { RequestError } from '../../platform/errors.ts'
import type { BatchItem } from './batch-items.ts'

export interface Batch {
  device: Device
  items: readonly BatchItem[]
  /** Of the body they came in. */
  bytes: number
}

export interface BatchContext {
  commits: GroupCommit
  receivedAt: number
}

export interface BatchOutcome {
  accepted: number
  rejected: { index: number; message: string }[]
}

/**
 * Stores what can be stored of a batch, and tells what cannot and why. Throws when the outcome of any reading is
 * unknown: the whole batch can be sent again, since readings are known by their content.
 */
export async function ingestBatch({ device, items, bytes }: Batch, context: BatchContext): Promise<BatchOutcome> {
  const rejected: BatchOutcome['rejected'] = []
  const readings: { index: number; reading: Reading }[] = []
  for (const [index, item] of items.entries()) {
    const reading = readingOf(item, context)
    if (reading instanceof RequestError) rejected.push({ index, message: reading.message })
    else readings.push({ index, reading })
  }
  // Oldest first over the whole batch, as each group is sorted: wherever it is cut, no part makes the next one late.
  readings.sort((one, other) => one.reading.evaluated_at - other.reading.evaluated_at)

  const outcomes = await context.commits.submitMany(
    readings.map(({ reading }) => ({ device, reading })),
    bytes,
  )
  for (const [place, error] of outcomes.entries()) {
    if (error === null) continue
    if (!isRefused(error)) throw error
    rejected.push({ index: readings[place]!.index, message: error.message })
  }
  rejected.sort((one, other) => one.index - other.index)
  return { accepted: items.length - rejected.length, rejected }
}

function readingOf(item: BatchItem, { receivedAt }: BatchContext): Reading | RequestError {
  if ('fault' in item) return item.fault
  try {
    return toReading(checkedReading(item.body), receivedAt)
  } catch (error) {
    if (isRefused(error)) return error
    throw error
  }
}

const isRefused = (error: unknown): error is RequestError => error instanceof RequestError && error.statusCode === 400
