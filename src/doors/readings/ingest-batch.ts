import type { Device } from '../../core/devices/device.ts'
import type { GroupCommit } from '../../core/ingestion/group-commit.ts'
import { checkedReading } from '../../core/telemetry/checked-reading.ts'
import { type Reading, sortForEvaluation, toReading } from '../../core/telemetry/reading.ts'
import { RequestError } from '../../platform/errors.ts'
import { timeSlices } from '../../platform/long-work/time-slices.ts'
import { type BatchItem, itemBody } from './batch-items.ts'

interface Batch {
  device: Device
  items: readonly BatchItem[]
  /** Length of the request body. */
  bytes: number
}

export interface BatchContext {
  commits: GroupCommit
  receivedAt: number
  /** Called when the readings are in the queue. */
  onQueued?: () => void
}

interface BatchOutcome {
  accepted: number
  rejected: { index: number; message: string }[]
}

/**
 * Stores the valid readings of a batch, and returns the faults of the others. Throws when the outcome of any reading is
 * unknown: the whole batch can then be sent again, since readings are identified by their content. Checking a thousand
 * readings gives way to others meanwhile.
 */
export async function ingestBatch({ device, items, bytes }: Batch, context: BatchContext): Promise<BatchOutcome> {
  const rejected: BatchOutcome['rejected'] = []
  const readings: Reading[] = []
  const indexes = new Map<Reading, number>()
  const giveWay = timeSlices()
  for (const [index, item] of items.entries()) {
    await giveWay()
    const reading = readingOf(item, context)
    if (reading instanceof RequestError) rejected.push({ index, message: reading.message })
    else {
      readings.push(reading)
      indexes.set(reading, index)
    }
  }
  // Sorted by event time over the whole batch, like each group: wherever the batch is split, no part makes readings of
  // the next one late.
  sortForEvaluation(readings)

  const received = readings.map((reading) => ({ device, reading }))
  const settled = context.commits.submitMany(received, bytes)
  context.onQueued?.()
  const outcomes = await settled
  for (const [place, error] of outcomes.entries()) {
    if (error === null) continue
    if (!isRefused(error)) throw error
    rejected.push({ index: indexes.get(readings[place]!)!, message: error.message })
  }
  rejected.sort((one, other) => one.index - other.index)
  return { accepted: items.length - rejected.length, rejected }
}

function readingOf(item: BatchItem, { receivedAt }: BatchContext): Reading | RequestError {
  try {
    return toReading(checkedReading(itemBody(item)), receivedAt)
  } catch (error) {
    if (isRefused(error)) return error
    throw error
  }
}

const isRefused = (error: unknown): error is RequestError => error instanceof RequestError && error.statusCode === 400
