import type { RecordedReading } from './recorded-reading.ts'

/** Half of the service's limit, so that the progress moves and usual readings stay within the limit of bytes. */
const BATCH_SIZE = 500

/** Groups the readings of a recording, in order, for sending; single readings if sent at a pace. */
export async function* inBatches(
  readings: AsyncIterable<RecordedReading>,
  speed: 'max' | number,
): AsyncGenerator<RecordedReading[]> {
  const size = speed === 'max' ? BATCH_SIZE : 1
  let batch: RecordedReading[] = []
  try {
    for await (const reading of readings) {
      batch.push(reading)
      if (batch.length < size) continue
      yield batch
      batch = []
    }
  } catch (error) {
    // The recording ends with a fault; the readings before it are sent.
    if (batch.length > 0) yield batch
    throw error
  }
  if (batch.length > 0) yield batch
}
