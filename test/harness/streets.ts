import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Browser, Page } from './browser.ts'
import { mapArchive } from './map-archive.ts'

/** Each tile says where it is, and is as large as real ones are. The sea in the south is one tile. */
const SEA = Buffer.alloc(300, 7)
const tile = (z: number, x: number, y: number) =>
  y >= 2 ** z * 0.75 ? SEA : Buffer.concat([Buffer.from(`${z}/${x}/${y} `), Buffer.alloc(900, z)])
export const WORLD = await mapArchive('mvt', 8, tile)

export interface ArchiveServer {
  address: string
  /** Bytes and number of the answers. */
  sent: { bytes: number; answers: number }
  /** Stands before the answer; true if it has answered. */
  before: (request: IncomingMessage, response: ServerResponse) => boolean
  body: Buffer
  etag: string
}

/** A server of one archive, which answers with ranges. */
export async function archiveServer(t: TestContext, body = WORLD): Promise<ArchiveServer> {
  const state: ArchiveServer = { address: '', sent: { bytes: 0, answers: 0 }, before: () => false, body, etag: '"1"' }
  const server = createServer((request, response) => {
    if (state.before(request, response)) return
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')!.map(Number)
    const part = state.body.subarray(first, last! + 1)
    state.sent.bytes += part.length
    state.sent.answers += 1
    const range = `bytes ${first}-${first! + part.length - 1}/${state.body.length}`
    response.writeHead(206, { 'content-range': range, 'content-length': part.length, etag: state.etag }).end(part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  state.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/world.pmtiles`
  return state
}

export function dataFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-streets-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Sends the form of the page for an area. */
export async function sendArea(browser: Browser, fields: Record<string, string>): Promise<Page> {
  await browser.go('/settings/streets')
  return browser.send('/settings/streets/area', fields)
}

export const LJUBLJANA = { lat: '46.05', lng: '14.51', radius_km: '25' }
