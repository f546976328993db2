// Measures in a process of its own what messages of a format cost: processor time, memory that they hold, and memory that
// they took meanwhile. Prints a line of JSON for each. Run with --expose-gc.

import { type FORMAT_NAMES, findFormat } from '../../src/core/sources/formats/formats.ts'
import { cutMessage, readAs } from '../../src/core/sources/intake/read-message.ts'
import { piecesOf } from '../../src/core/sources/intake/receive-message.ts'
import { compileMapping } from '../../src/core/sources/mapping/read-mapped.ts'
import { MOST_PARTS } from '../../src/core/sources/messages/source-message.ts'
import { storableJson } from '../../src/core/sources/messages/storable-json.ts'
import { digestOfMessage } from '../../src/core/sources/quarantine/quarantined-message.ts'
import { newSource } from '../../src/core/sources/source-settings.ts'
import { hostileBodies } from './hostile-bodies.ts'
import { processorMs } from './processor-ms.ts'

/** Most that the door unpacks for other formats. */
const UNPACKED_BYTES = 8 * 1024 * 1024
const PATHS: Record<string, string> = { influx: '/write', otlp: '/v1/metrics', nightscout: '/api/v1/entries' }
const MAPPING = { device: 'device', metrics: { a: { calc: 'max({a}, 1) * 2' } }, rest: 'keep' }

type FormatName = (typeof FORMAT_NAMES)[number]

export interface MeasuredBody {
  format: string
  body: string
  media: string
  /** Processor time, milliseconds. */
  ms: number
  /** The longest time for which nothing else ran, milliseconds of the processor. */
  blockedMs: number
  /** Bytes that its parts and readings hold beside the body. */
  held: number
  /** Growth of the largest resident size that the process had, bytes. */
  peak: number
  fate: string
}

const used = () => {
  globalThis.gc!()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function measure(
  name: FormatName,
  body: string,
  media: string,
  bytes: Buffer,
  mapped: boolean,
): Promise<MeasuredBody> {
  const settings = newSource({ name: 'x', format: name } as never)
  const mapping = mapped ? MAPPING : null
  if (mapped) compileMapping(MAPPING as never)
  const message = { path: PATHS[name] ?? '', query: new URLSearchParams(), media, body: bytes }
  const before = used()
  const rss = process.resourceUsage().maxRSS
  let start = processorMs()
  const cut = cutMessage({ format: name }, message)
  const cutAt = processorMs()
  const blocked = cutAt - start
  let fate = JSON.stringify(cut.reason)
  let ms = blocked
  let held = 0
  if (Array.isArray(cut.parts) && cut.parts.length > MOST_PARTS) fate = '413'
  else if (cut.reason === null) {
    const context = { format: name, settings: settings.settings, mapping, time_zone: 'UTC' } as never
    let [gathered, failed] = [0, 0]
    for (const parts of Array.isArray(cut.parts) ? [cut.parts as unknown[]] : piecesOf(cut.parts)) {
      const read = await readAs(context, parts, 1_795_263_620_000)
      const kept = storableJson(read.failed.map(({ part }) => part))
      digestOfMessage({ path: '', parts: kept, body: null, places: null, externalId: null, receivedAt: 0 } as never)
      gathered += read.gathered.length
      failed += read.failed.length
      if (held > 0) continue
      ms = processorMs() - start
      held = used() - before
      start = processorMs() - ms
    }
    ms = processorMs() - start
    fate = `${gathered} read, ${failed} not`
  }
  const peak = (process.resourceUsage().maxRSS - rss) * 1_024
  return { format: name, body: mapped ? `${body}, mapped` : body, media, ms, blockedMs: blocked, held, peak, fate }
}

const [names = ''] = process.argv.slice(2)
for (const name of names.split(',') as FormatName[]) {
  const { limitBytes = 0, mappingReads = false } = findFormat(name)! as { limitBytes?: number; mappingReads?: boolean }
  const most = Math.max(limitBytes, UNPACKED_BYTES)
  for (const [body, media, bytes] of hostileBodies(name, most)) {
    for (const mapped of mappingReads ? [false, true] : [false]) {
      console.log(JSON.stringify(await measure(name, body, media, bytes, mapped)))
    }
  }
}
