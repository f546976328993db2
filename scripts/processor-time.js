// The processor time that a run of tests takes, by program. `time` does not see all of it: browsers end without anybody who
// waits for their processes. Linux only, from /proc (proc_pid_stat(5)).
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

const LOOK_EVERY_MS = 500
/** Linux counts in hundredths of a second for every program (`getconf CLK_TCK`). */
const TICKS_PER_S = 100

const GROUPS = { node: 'Node', postgres: 'PostgreSQL', chromium: 'browsers', 'firefox-esr': 'browsers' }

/**
 * Watches this process and all that it starts. Returns a function for the end: seconds since then, by group (`Node`,
 * `PostgreSQL`, `browsers`, `others`), or null where there is no /proc.
 */
export function watchProcessorTime() {
  const ticks = { Node: 0, PostgreSQL: 0, browsers: 0, others: 0 }
  /** Processes at the last look, by pid and time of start. */
  let seen = new Map()

  function look() {
    const present = ownProcesses(seen)
    const gone = [...seen].flatMap(([key, one]) => (present.has(key) ? [] : [one]))
    for (const [key, one] of present) {
      const before = seen.get(key)
      ticks[one.group] += one.own - (before?.own ?? 0)
      // Its children that have ended since: what they took after the last look.
      const children = gone.filter(({ parent }) => parent === one.pid)
      const known = children.reduce((sum, { own, ofChildren }) => sum + own + ofChildren, before?.ofChildren ?? 0)
      ticks[children[0]?.group ?? one.group] += Math.max(0, one.ofChildren - known)
    }
    seen = present
  }

  if (process.platform !== 'linux') return () => null
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    look()
    return Object.fromEntries(Object.entries(ticks).map(([group, count]) => [group, count / TICKS_PER_S]))
  }
}

/** This process, those that descend from it, and those known before, whose parent may have ended. */
function ownProcesses(known) {
  const all = new Map()
  for (const name of readdirSync('/proc')) {
    const one = /^\d+$/.test(name) ? readProcess(name, known) : null
    if (one !== null) all.set(one.pid, one)
  }
  const isOwn = (one) =>
    one !== undefined && (one.pid === process.pid || known.has(one.key) || isOwn(all.get(one.parent)))
  return new Map(
    [...all.values()].filter(isOwn).map((one) => [one.key, { ...one, group: one.group ?? groupOf(one.pid) }]),
  )
}

/** Null if it has ended meanwhile. */
function readProcess(name, known) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    // The fields after the name of the program, which may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const number = (field) => Number(fields[field - 3])
    const key = `${name} ${number(22)}`
    const [own, ofChildren] = [number(14) + number(15), number(16) + number(17)]
    return { key, pid: Number(name), parent: number(4), own, ofChildren, group: known.get(key)?.group }
  } catch {
    return null
  }
}

function groupOf(pid) {
  try {
    return GROUPS[basename(readlinkSync(`/proc/${pid}/exe`))] ?? 'others'
  } catch {
    return 'others'
  }
}
