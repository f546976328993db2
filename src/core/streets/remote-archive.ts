import { gunzipSync } from 'node:zlib'
import { Compression, type Entry, findTile, type Header, ResolvedValueCache, readVarint } from 'pmtiles'
import { type Fault, faultOf } from '../../platform/error-messages/reasons.ts'
import { invalidFields, RequestError } from '../../platform/errors.ts'
import { faultOfArchiveHeader } from '../settings/archive-header.ts'
import type { GuardedFetch } from '../webhooks/sending/guarded-fetch.ts'
import { BlockedAddress } from '../webhooks/sending/guarded-lookup.ts'

/** Longest wait for one part. */
const PART_MS = 20_000
/** The most that a directory may be unpacked. */
const DIRECTORY_BYTES = 16 * 1_024 * 1_024
/** Directories below directories. */
const DEEPEST = 4
/** Tiles that are near each other are listed in the same directory. */
const KEPT_DIRECTORIES = 8
/** An entry of a directory is four numbers. */
const LEAST_ENTRY_BYTES = 4

/** Parts of an archive are no larger. */
export const PART_LIMIT_BYTES = 8 * 1_024 * 1_024

/** A PMTiles archive on another server, of which parts are read. */
export interface RemoteArchive {
  header: Header
  /** The credit of its map, as plain text. */
  attribution: string
  metadata: object
  /** The entry of a tile; null if it has none. */
  findEntry(tileId: number): Promise<Entry | null>
  read(offset: number, length: number): Promise<Buffer>
}

const refused = (fault: Fault): RequestError => invalidFields([{ field: '/source', ...fault }])

/**
 * Opens the archive at an address. It, and the methods of the archive, throw 400 with the reason for the field `source` if
 * the server cannot be reached, does not answer with parts, or has something else.
 */
export async function openRemoteArchive(
  fetch: GuardedFetch,
  address: string,
  signal?: AbortSignal,
): Promise<RemoteArchive> {
  const { getPart, size } = partsOf(fetch, address, signal)
  const source = {
    getKey: () => address,
    getBytes: async (offset: number, length: number) => {
      const { data, etag } = await getPart(offset, length)
      return { data: toArrayBuffer(data), ...(etag === null ? {} : { etag }) }
    },
  }
  const beginning = await getPart(0, 127)
  const fault = faultOfArchiveHeader(beginning.data, size())
  if (fault !== null) throw refused(fault)
  const cache = new ResolvedValueCache(KEPT_DIRECTORIES, false, unpackDirectory)
  const header = await foreignUnless(cache.getHeader(source), signal)
  const metadata = await foreignUnless(readMetadata(header), signal)
  return {
    header,
    metadata,
    attribution: plainText((metadata as { attribution?: unknown }).attribution),
    async findEntry(tileId) {
      let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength]
      for (let depth = 0; depth < DEEPEST; depth++) {
        const found = findTile(await foreignUnless(cache.getDirectory(source, offset, length, header), signal), tileId)
        if (found === null || found.runLength > 0) return found
        offset = header.leafDirectoryOffset + found.offset
        length = found.length
      }
      throw refused(faultOf('archive_foreign'))
    },
    read: async (offset, length) => (await getPart(offset, length)).data,
  }

  async function readMetadata({ jsonMetadataOffset, jsonMetadataLength, internalCompression }: Header) {
    if (jsonMetadataLength === 0) return {}
    const { data } = await getPart(jsonMetadataOffset, jsonMetadataLength)
    const metadata: unknown = JSON.parse(unpack(data, internalCompression).toString())
    return typeof metadata === 'object' && metadata !== null ? metadata : {}
  }
}

/** Reads parts of a file at an address, all of the same version of the file. */
function partsOf(fetch: GuardedFetch, address: string, signal: AbortSignal | undefined) {
  let version: string | null = null
  let size = 0
  async function getPart(offset: number, length: number): Promise<{ data: Buffer; etag: string | null }> {
    if (length > PART_LIMIT_BYTES) throw refused(faultOf('archive_foreign'))
    const last = offset + length - 1
    const headers = { range: `bytes=${offset}-${last}`, 'accept-encoding': 'identity' }
    const limit = AbortSignal.timeout(PART_MS)
    const options = { headers, signal: signal === undefined ? limit : AbortSignal.any([signal, limit]) }
    const response = await fetch(address, options).catch((error: Error) => {
      signal?.throwIfAborted()
      if (error instanceof RequestError) throw error
      throw error instanceof BlockedAddress || error.cause instanceof BlockedAddress
        ? refused(faultOf('host_private'))
        : refused(faultOf('streets_unreachable', new URL(address).host))
    })
    const [first, end, whole] = rangeOf(response)
    if (response.status !== 206 || first !== offset || end > last) {
      await response.body?.cancel()
      throw refused(faultIn(response))
    }
    const etag = response.headers.get('etag')
    version ??= etag
    if (etag !== version) {
      await response.body?.cancel()
      throw refused(faultOf('streets_changed'))
    }
    size = whole
    const data = Buffer.from(
      await response.arrayBuffer().catch(() => {
        signal?.throwIfAborted()
        throw refused(faultOf('streets_unreachable', new URL(address).host))
      }),
    )
    // The first part of a small archive may be all of it.
    if (data.length !== Math.min(length, whole - offset)) throw refused(faultOf('archive_incomplete'))
    return { data, etag }
  }
  return { getPart, size: () => size }
}

function faultIn({ status, headers }: Response): Fault {
  const to = headers.get('location')
  if (status >= 300 && status < 400 && to !== null) return faultOf('streets_moved', to.slice(0, 200))
  if (status === 404 || status === 410) return faultOf('streets_absent')
  return status >= 400 ? faultOf('streets_refused', status) : faultOf('streets_no_parts')
}

/** First byte, last byte and size of the file, from `Content-Range`. */
function rangeOf({ headers }: Response): [number, number, number] {
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers.get('content-range') ?? '')
  return range === null ? [-1, -1, 0] : [Number(range[1]), Number(range[2]), Number(range[3])]
}

/** Anything else that the library throws means: this is no archive. */
async function foreignUnless<Value>(reading: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  try {
    return await reading
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof RequestError ? error : refused(faultOf('archive_foreign'))
  }
}

/** The library makes room for as many entries as a directory says that it has, so that number is checked here. */
async function unpackDirectory(packed: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  const bytes = unpack(Buffer.from(packed), compression)
  if (readVarint({ buf: bytes, pos: 0 }) * LEAST_ENTRY_BYTES > bytes.length) throw refused(faultOf('archive_foreign'))
  return toArrayBuffer(bytes)
}

const unpack = (packed: Buffer, compression: Compression): Buffer =>
  compression === Compression.Gzip ? gunzipSync(packed, { maxOutputLength: DIRECTORY_BYTES }) : packed

const toArrayBuffer = ({ buffer, byteOffset, length }: Buffer): ArrayBuffer =>
  buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer

/** Archives have their attribution as HTML. */
const plainText = (html: unknown): string =>
  typeof html === 'string'
    ? html
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&copy;', '©')
        .slice(0, 200)
        .trim()
    : ''
