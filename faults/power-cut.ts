import { spawnSync } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanUp, type Scope } from '../test/harness/cleanup.ts'
import { temporaryFolder } from '../test/harness/temporary-folder.ts'
import { brokenBy } from './break-promise.ts'
import { type Fault, type Run, underLoad } from './fault.ts'
import { openSite, type Site } from './site.ts'

const DISK = '1G'
const CUT_EVERY_MS = 1_500
const FREE_WITHIN_MS = 30_000
/**
 * EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH, used to test file systems for power cuts: from this moment on,
 * nothing reaches the disk, neither pages in memory nor the journal.
 */
const SHUT_DOWN = 'open(my $f, "<", $ARGV[0]) or die $!; my $how = pack("L", 2); ioctl($f, 0x8004587d, $how) or die $!'

/**
 * A disk that can lose power: a file with ext4 in it. After a remount, data synced with `fsync` is there; the rest is
 * lost, unless the kernel happened to have written it.
 */
export interface Disk {
  folder: string
  mount(): void
  losePower(): void
  /** Kills all processes that still use it. */
  unmount(): Promise<void>
}

async function cutPower(run: Run, settings: Record<string, string>) {
  const disk = openDisk(run.scope)
  const site = await openSite(run.scope, { ...settings, DATA_DIR: join(disk.folder, 'data') })
  const injected = await underLoad(site, run, {
    everyMs: CUT_EVERY_MS,
    inject: () => cutAndRestart(disk, site),
  })
  return { site, injected }
}

export async function cutAndRestart(disk: Disk, { served }: Site, killOthers = () => {}): Promise<void> {
  disk.losePower()
  killOthers()
  endProcessesIn(disk.folder)
  await served.killService()
  await disk.unmount()
  disk.mount()
  await served.start()
}

export const POWER_CUT: Fault = {
  id: 'F5',
  name: 'power cut',
  obstacle: noPowerCut,
  run: (run) => cutPower(run, {}),
}

/** The same with a service that does not wait for the disk. */
export const POWER_CONTROL: Fault = {
  id: 'control',
  name: 'power cut, not waiting for the disk',
  run: (run) => cutPower(run, brokenBy('commit-lazily.ts')),
}

/** Checked by trying, since a container may have root but no disks. */
export function noPowerCut(): string | null {
  if (process.platform !== 'linux') return 'a disk that loses power can be mounted on Linux only'
  if (process.getuid?.() !== 0) return 'only root can mount a disk that loses power'
  const work: (() => unknown)[] = []
  const scope: Scope = { after: (step?: unknown) => void work.push(step as () => unknown) }
  try {
    openDisk(scope).losePower()
    return null
  } catch (error) {
    return `a disk that loses power cannot be had here: ${(error as Error).message}`
  } finally {
    for (const step of work) void step()
  }
}

export function openDisk(scope: Scope): Disk {
  const folder = temporaryFolder(scope)
  const image = join(temporaryFolder(scope), 'disk')
  let isMounted = false
  const mount = () => {
    execute('mount', '-o', 'loop', image, folder)
    isMounted = true
  }
  execute('truncate', '-s', DISK, image)
  execute('mkfs.ext4', '-q', '-F', image)
  mount()
  cleanUp(scope, () => (isMounted ? spawnSync('umount', ['-l', folder]) : null))
  return {
    folder,
    mount,
    losePower: () => execute('perl', '-e', SHUT_DOWN, folder),
    async unmount() {
      for (const deadline = Date.now() + FREE_WITHIN_MS; ; await sleep(50)) {
        endProcessesIn(folder)
        const { status, stderr } = spawnSync('umount', [folder])
        if (status === 0) break
        if (Date.now() > deadline) throw new Error(String(stderr).trim())
      }
      isMounted = false
    },
  }
}

/** Processes of the database server: they may wait forever for a lock held by a killed one. */
function endProcessesIn(folder: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has just ended.
    }
  }
}

function execute(program: string, ...args: string[]): void {
  const { error, status, stderr } = spawnSync(program, args)
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${program}: ${String(stderr).trim()}`)
}
