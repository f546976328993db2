import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadingStore } from './reading-store.ts'

export interface FileStoreOptions {
  /** A folder for one device, used by one program at a time. */
  folder: string
  limit?: number
  /** False lets the system decide when to write: faster, but a power cut loses the last seconds. */
  sync?: boolean
}

interface Segment {
  name: string
  count: number
}

/**
 * Stores readings in a folder, across crashes and power cuts. Each file holds up to a twentieth of the limit, and is
 * deleted when all of its readings have been sent. The position in the first file is kept in memory only, so after a
 * crash some readings are sent again, which the service recognizes.
 */
export function fileStore({ folder, limit = 100_000, sync = true }: FileStoreOptions): ReadingStore {
  const segmentSize = Math.max(1, Math.floor(limit / 20))
  mkdirSync(folder, { recursive: true })
  const names = readdirSync(folder).filter((name) => /^\d{12}\.ndjson$/.test(name))
  const segments: Segment[] = names.sort().map((name) => ({ name, count: linesOf(folder, name).length }))
  let next = Number(names.at(-1)?.slice(0, 12) ?? 0) + 1
  /** Lines of the first segment, and the number of removed ones. */
  let head: { name: string; lines: string[] } | null = null
  let gone = 0
  /** The last segment while it is being written. */
  let open: { segment: Segment; file: number } | null = null
  let size = segments.reduce((sum, { count }) => sum + count, 0)

  function append(line: string): void {
    if (open !== null && open.segment.count >= segmentSize) finish()
    if (open === null) {
      const segment = { name: `${String(next++).padStart(12, '0')}.ndjson`, count: 0 }
      open = { segment, file: openSync(join(folder, segment.name), 'ax') }
      segments.push(segment)
    }
    writeSync(open.file, `${line}\n`)
    if (sync) fsyncSync(open.file)
    open.segment.count += 1
    if (head?.name === open.segment.name) head.lines.push(line)
    size += 1
  }

  function finish(): void {
    if (open !== null) closeSync(open.file)
    open = null
  }

  /** Deletes the first segment. Returns the number of readings left in it. */
  function shift(): number {
    const [segment] = segments
    if (segment === undefined) return 0
    if (open?.segment === segment) finish()
    rmSync(join(folder, segment.name))
    segments.shift()
    const left = segment.count - gone
    gone = 0
    head = null
    return left
  }

  function headLines(): string[] {
    while (segments.length > 0 && segments[0]!.count === gone) shift()
    const [segment] = segments
    if (segment === undefined) return []
    if (head?.name !== segment.name) head = { name: segment.name, lines: linesOf(folder, segment.name) }
    return head.lines
  }

  return {
    add(line) {
      append(line)
      if (size <= limit) return 0
      const dropped = shift()
      size -= dropped
      return dropped
    },
    oldest: (count) => headLines().slice(gone, gone + count),
    remove(count) {
      gone += count
      size -= count
      headLines()
    },
    size: () => size,
    close: finish,
  }
}

/** A last line without a line break was cut off by a crash; `add` never returned for it. */
const linesOf = (folder: string, name: string): string[] =>
  readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1)
