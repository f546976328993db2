import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadingStore } from './reading-store.ts'

export interface FileStoreOptions {
  /** Of one device alone, and of one program at a time. */
  folder: string
  limit?: number
  /** False leaves it to the system when to write: faster, and a power cut costs the last seconds. */
  sync?: boolean
}

interface Segment {
  name: string
  count: number
}

/**
 * Keeps readings in a folder, over crashes and power cuts. Files of up to a twentieth of the limit each: one is deleted when
 * all of it has been sent. How far the first one has been sent is known in memory only, so after a crash some are sent
 * again, and the service knows them.
 */
export function fileStore({ folder, limit = 100_000, sync = true }: FileStoreOptions): ReadingStore {
  const segmentSize = Math.max(1, Math.floor(limit / 20))
  mkdirSync(folder, { recursive: true })
  const names = readdirSync(folder).filter((name) => /^\d{12}\.ndjson$/.test(name))
  const segments: Segment[] = names.sort().map((name) => ({ name, count: linesOf(folder, name).length }))
  let next = Number(names.at(-1)?.slice(0, 12) ?? 0) + 1
  /** Of the first segment: its lines, and how many of them have been let go. */
  let head: { name: string; lines: string[] } | null = null
  let gone = 0
  /** The last segment, while it is written to. */
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

  /** Takes the first segment away. Returns how many were left in it. */
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

/** A last line without an end broke off in a crash: nobody was told that it is kept. */
const linesOf = (folder: string, name: string): string[] =>
  readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1)
