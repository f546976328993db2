import type { RecordedReading } from './recorded-reading.ts'

/** Half of what the service takes at once, so that the progress moves and usual readings stay within its limit of bytes. */
const BATCH_SIZE = 500

/** The readings of a recording in their order, in groups to send at once; one by one where they are sent at a pace. */
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
    // The recording breaks off here; the readings before the fault are sent.
    if (batch.length > 0) yield batch
    throw error
  }
  if (batch.length > 0) yield batch
}
