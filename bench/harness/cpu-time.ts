import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** What /proc counts in, a hundredth of a second on every Linux. */
const TICK_US = 10_000

/** CPU time in microseconds since the start of the process; null where there is no /proc. */
export function cpuTimeOf(pid: number): number | null {
  return statOf(pid)?.ownUs ?? null
}

/**
 * The same for a process with all its children, those that have come and gone included: PostgreSQL has one for each
 * connection.
 */
export function cpuTimeOfFamily(pid: number): number | null {
  const parent = statOf(pid)
  if (parent === null) return null
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid)
  return children.reduce((sum, child) => sum + (child?.ownUs ?? 0), parent.ownUs + parent.reapedUs)
}

/** CPU time of everything on this machine, in microseconds: shows when others were at work beside us. */
export function cpuTimeOfMachine(): number {
  return cpus().reduce((sum, { times }) => sum + (times.user + times.nice + times.sys + times.irq) * 1_000, 0)
}

interface Stat {
  parent: number
  ownUs: number
  /** Of children that ended and were waited for. */
  reapedUs: number
}

function statOf(pid: number): Stat | null {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It ended a moment ago, or this system has no /proc.
    return null
  }
  // pid (name) state ppid …; the name may hold spaces and parentheses. Counted from the state as 0.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = (place: number) => Number(fields[place]) * TICK_US
  return { parent: Number(fields[1]), ownUs: ticks(11) + ticks(12), reapedUs: ticks(13) + ticks(14) }
}
