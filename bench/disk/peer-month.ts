import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Contender } from '../contenders/contenders.ts'
import { startInfluxDb, startVictoriaMetrics } from '../contenders/peers.ts'
import type { MadeReading } from './device-readings.ts'

const LINES_AT_ONCE = 5_000
const LOOK_EVERY_MS = 1_000
/** A store that has not changed its files for this many looks has nothing left to merge. */
const STEADY_LOOKS = 8
/** Values of a file's blocks, whatever the file system. */
const BLOCK_BYTES = 512

/** Bytes that these readings take in each store that is installed, after it has merged its files. */
export async function bytesInPeers(folder: string, month: string, readings: () => Iterable<MadeReading>) {
  return {
    InfluxDB: await bytesIn(await startInfluxDb(folder, SOON_COMPACTED), readings(), async () => undefined, [
      join(folder, 'influxdb', 'data', 'bench'),
    ]),
    VictoriaMetrics: await bytesIn(
      await startVictoriaMetrics(folder),
      readings(),
      async (origin) => {
        await fetch(`${origin}/internal/force_flush`)
        await fetch(`${origin}/internal/force_merge?partition_prefix=${month}`)
      },
      [join(folder, 'victoria-metrics', 'data'), join(folder, 'victoria-metrics', 'indexdb')],
    ),
  }
}

/** InfluxDB writes and compacts files of a database that rests; by default after hours. */
const SOON_COMPACTED = {
  INFLUXDB_DATA_CACHE_SNAPSHOT_WRITE_COLD_DURATION: '2s',
  INFLUXDB_DATA_COMPACT_FULL_WRITE_COLD_DURATION: '4s',
}

async function bytesIn(
  store: Contender | null,
  readings: Iterable<MadeReading>,
  merge: (origin: string) => Promise<unknown>,
  folders: string[],
): Promise<number | null> {
  if (store === null) return null
  try {
    let lines: string[] = []
    const send = async () => {
      const response = await fetch(store.url, { method: 'POST', body: lines.join('\n') })
      if (!response.ok) throw new Error(`${store.name}: ${response.status} ${await response.text()}`)
      lines = []
    }
    for (const reading of readings) {
      lines.push(lineOf(reading))
      if (lines.length === LINES_AT_ONCE) await send()
    }
    if (lines.length > 0) await send()
    await merge(store.origin)
    return await steadyBytes(folders)
  } finally {
    await store.stop()
  }
}

/** A line of InfluxDB's line protocol: a field for each value, a tag for the device. */
function lineOf({ device, at, body }: MadeReading): string {
  const { module, ts: _, metrics, flags, ...rest } = body
  const fields = Object.entries({ ...metrics, ...flags, ...rest }).map(([key, value]) => `${key}=${value}`)
  return `${module},device=${device} ${fields.join(',')} ${at}`
}

async function steadyBytes(folders: readonly string[]): Promise<number> {
  let [bytes, same] = [0, 0]
  while (same < STEADY_LOOKS) {
    await sleep(LOOK_EVERY_MS)
    const now = folders.reduce((sum, folder) => sum + bytesUnder(folder), 0)
    same = now === bytes ? same + 1 : 0
    bytes = now
  }
  return bytes
}

/** Space that the files of a folder take. */
function bytesUnder(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
      const path = join(folder, entry.name)
      return sum + (entry.isDirectory() ? bytesUnder(path) : lstatSync(path).blocks * BLOCK_BYTES)
    }, 0)
  } catch {
    // Merged away in this moment: the next look counts what took its place.
    return 0
  }
}
