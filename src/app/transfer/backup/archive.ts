import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { OperatorError } from '../../../platform/errors.ts'

export const FORMAT = 'tocsin-backup-1'
const LONGEST_LINE_BYTES = 1024 * 1024
/** Pieces of rows are 4 MB long at most, unless an earlier version wrote them. */
const LONGEST_PIECE_BYTES = 16 * 1024 * 1024
const NEWLINE = 10

/** First line of an archive. */
export interface Head {
  format: typeof FORMAT
  made_at: string
  /** Version of the program. */
  version: string
  /** Numbers of the applied migrations. */
  schema: number[]
  encryption_key: string
  /** Event times, one of each month that has a table. */
  months: number[]
  /** The tables of many months in each cell; absent in archives of versions without them. */
  old_readings?: { table: string; cell: number }[]
  /** Number of readings in chunks; absent in archives of versions without them. */
  compacted_readings?: number
  /** The numbers of all cells; absent if there is one. */
  cells?: number[]
}

/**
 * An archive is gzipped lines of JSON. A line with `bytes` is followed by that many bytes of rows in the format of
 * COPY. The last line has the digest of everything before it, so that a truncated file is never taken for a complete
 * one.
 */
export type Entry =
  | Head
  | { table: string; columns: string[]; cell?: number }
  | { bytes: number }
  | { rows: number }
  | { sequence: string; last_value: number }
  | { end: true; sha256: string }

/** The bytes of an archive with its digest at the end. */
export async function* sealed(parts: AsyncIterable<Entry | Buffer>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  for await (const part of parts) {
    const bytes = Buffer.isBuffer(part) ? part : lineOf(part)
    digest.update(bytes)
    yield bytes
  }
  yield lineOf({ end: true, sha256: digest.digest('hex') })
}

const lineOf = (entry: Entry): Buffer => Buffer.from(`${JSON.stringify(entry)}\n`)

export interface ArchiveReader {
  /** The next line. */
  entry(): Promise<Entry>
  /** The bytes announced by the last line. */
  bytes(count: number): Promise<Buffer>
  close(): void
}

/** Throws 400 for a file that is not an archive, is truncated, or has the wrong digest. */
export function openBackup(path: string): ArchiveReader {
  const file = createReadStream(path)
  const source = createGunzip()
  file.on('error', (error) => source.destroy(error))
  file.pipe(source)
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const digest = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)

  async function next(): Promise<Buffer> {
    const { value, done } = await chunks.next().catch((error: Error) => {
      throw new OperatorError(`${path} cannot be read: ${error.message}`)
    })
    if (done) throw new OperatorError(`${path} is truncated`)
    return value
  }

  /**
   * Reads on until `isEnough`, which gets the newest chunk and the total length; the chunks are joined once, at the
   * end.
   */
  async function hold(isEnough: (chunk: Buffer, length: number) => boolean): Promise<void> {
    const parts = [held]
    let length = held.length
    for (let chunk = held; !isEnough(chunk, length); ) {
      chunk = await next()
      parts.push(chunk)
      length += chunk.length
    }
    if (parts.length > 1) held = Buffer.concat(parts, length)
  }

  async function bytes(count: number): Promise<Buffer> {
    if (!(Number.isInteger(count) && count >= 0 && count <= LONGEST_PIECE_BYTES)) throw noBackup(path)
    await hold((_, length) => length >= count)
    const taken = held.subarray(0, count)
    held = held.subarray(count)
    digest.update(taken)
    return taken
  }

  async function entry(): Promise<Entry> {
    await hold((chunk, length) => chunk.includes(NEWLINE) || length > LONGEST_LINE_BYTES)
    const end = held.indexOf(NEWLINE)
    if (end === -1) throw noBackup(path)
    const line = held.subarray(0, end + 1)
    const parsed = parse(line, path)
    if ('end' in parsed) {
      if (digest.digest('hex') !== parsed.sha256) throw new OperatorError(`${path} is damaged: its digest does not fit`)
      return parsed
    }
    await bytes(line.length)
    return parsed
  }

  return { entry, bytes, close: () => file.destroy() }
}

function parse(line: Buffer, path: string): Entry {
  let entry: unknown
  try {
    entry = JSON.parse(line.toString('utf8'))
  } catch {
    // Reported below, with everything else that is not an entry.
  }
  if (typeof entry !== 'object' || entry === null) throw noBackup(path)
  return entry as Entry
}

const noBackup = (path: string): OperatorError => new OperatorError(`${path} is not a Tocsin backup`)

export async function readArchiveHead(archive: ArchiveReader, path: string): Promise<Head> {
  const head = await archive.entry()
  if (!('format' in head)) throw noBackup(path)
  if (head.format !== FORMAT)
    throw new OperatorError(`${path} has the format ${head.format}, which this version cannot read`)
  return head
}

export interface Contents {
  head: Head
  tables: Record<string, number>
}

/** Reads the whole archive and returns its contents. */
export async function checkArchive(path: string): Promise<Contents> {
  const archive = openBackup(path)
  try {
    const head = await readArchiveHead(archive, path)
    const tables: Record<string, number> = {}
    for (let table = ''; ; ) {
      const entry = await archive.entry()
      if ('end' in entry) return { head, tables }
      if ('table' in entry) table = entry.table
      if ('bytes' in entry) await archive.bytes(entry.bytes)
      if ('rows' in entry) tables[table] = (tables[table] ?? 0) + entry.rows
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`)
  } finally {
    archive.close()
  }
}
