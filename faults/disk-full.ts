import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cleanUp, type Scope } from '../test/harness/cleanup.ts'
import { temporaryFolder } from '../test/harness/temporary-folder.ts'
import { type Fault, underLoad } from './fault.ts'
import { openSite, untilReady } from './site.ts'

/** Beside the database, the room that must be free before the service takes readings again (docs/database.md). */
const DISK = '640m'
const READ_EVERY_MS = 100

/**
 * Fills a disk of limited size under load, and frees it a while later: first until rows do not fit, then until the
 * write-ahead log does not fit either, without which PostgreSQL cannot run.
 */
export const DISK_FULL: Fault = {
  id: 'F6',
  name: 'disk full',
  obstacle() {
    if (process.platform !== 'linux') return 'a small disk can be mounted on Linux only'
    return process.getuid?.() === 0 ? null : 'only root can mount a small disk'
  },
  async run(run) {
    const disk = mountDisk(run.scope)
    const site = await openSite(run.scope, { DATA_DIR: join(disk, 'data') })
    const filler = join(disk, 'filler')
    const broken: Record<string, number> = {}
    const reads = { answered: 0, failed: 0 }
    let refused = 0
    let round = 0

    const injected = await underLoad(site, run, {
      everyMs: (run.seconds * 1_000) / 3,
      async inject() {
        const before = run.ledger.concluded.info
        fill(filler)
        round += 1
        const logIsFull = round % 2 === 0
        if (logIsFull) await exhaustLog(await site.connection())
        const until = Date.now() + (run.seconds * 1_000) / 2
        // Until readings are refused because the disk is full, however much room was left in half-filled files.
        while (Date.now() < until || (run.ledger.concluded.info === before && Date.now() < until + 30_000)) {
          fill(filler)
          const ok = await site.call('GET', '/api/mobile/devices').then(
            (answer) => answer.ok,
            () => false,
          )
          if (!logIsFull && run.ledger.concluded.info > before) reads[ok ? 'answered' : 'failed'] += 1
          await sleep(READ_EVERY_MS)
        }
        refused += run.ledger.concluded.info - before
        rmSync(filler)
        await untilReady(site.served.url)
        await sleep(1_000)
      },
    })
    if (reads.failed > 0) broken['reads failed while the disk was full'] = reads.failed
    if (refused === 0) broken['the disk was never full'] = 1
    const remark = `${refused} readings got no 200 while it was full; ${reads.answered} reads were answered`
    return { site, injected, broken, remark }
  },
}

function mountDisk(scope: Scope): string {
  const folder = temporaryFolder(scope)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=711`, 'tmpfs', folder])
  if (mounted.status !== 0) throw new Error(`mount failed: ${mounted.stderr}`)
  cleanUp(scope, () => spawnSync('umount', ['-l', folder]))
  return folder
}

/** Writes until the disk is full; repeatedly, since the server frees some space. */
function fill(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (let block = Buffer.alloc(1 << 20); ; ) {
      try {
        writeSync(file, block)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        if (block.length <= 4_096) return
        block = block.subarray(0, block.length >> 1)
      }
    }
  } finally {
    closeSync(file)
  }
}

/** Fills the write-ahead log until the server stops. */
async function exhaustLog(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  const write = () => client.query(`select pg_logical_emit_message(false, 'audit', repeat('x', 1000000))`)
  for (let room = true; room; ) {
    room = await write().then(
      () => true,
      () => false,
    )
  }
  await client.end().catch(() => undefined)
}
