import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Unit of the times in /proc, a hundredth of a second on every Linux. */
const TICK_US = 10_000

/** CPU time in microseconds since the start of the process; null without /proc. */
export function cpuTimeOf(pid: number): number | null {
  return statOf(pid)?.ownUs ?? null
}

/** The same for a process with all its children, including ended ones: PostgreSQL has one for each connection. */
export function cpuTimeOfFamily(pid: number): number | null {
  const parent = statOf(pid)
  if (parent === null) return null
  return childrenOf(pid).reduce((sum, child) => sum + (cpuTimeOf(child) ?? 0), parent.ownUs + parent.reapedUs)
}

/** A process and its children. */
export const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid)]

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => statOf(other)?.parent === pid)

/** CPU time of the first thread of a process, in milliseconds; 0 without /proc. */
export function mainThreadMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6
  } catch {
    return 0
  }
}

/** CPU time of the whole machine, in microseconds: shows whether other programs were busy. */
export function cpuTimeOfMachine(): number {
  return cpus().reduce((sum, { times }) => sum + (times.user + times.nice + times.sys + times.irq) * 1_000, 0)
}

interface Stat {
  parent: number
  ownUs: number
  /** CPU time of children that have ended and were waited for. */
  reapedUs: number
}

function statOf(pid: number): Stat | null {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It has just ended, or the system has no /proc.
    return null
  }
  // pid (name) state ppid …; the name may contain spaces and parentheses. Fields are counted from the state, as 0.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = (place: number) => Number(fields[place]) * TICK_US
  return { parent: Number(fields[1]), ownUs: ticks(11) + ticks(12), reapedUs: ticks(13) + ticks(14) }
}
