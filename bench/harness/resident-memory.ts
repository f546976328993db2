import { readFileSync } from 'node:fs'

/** Proportional set size: memory shared by processes counts once. In millions of bytes. */
export const residentMb = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + shareOf(pid), 0)

function shareOf(pid: number): number {
  let rollup: string
  try {
    rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  } catch {
    // It has just ended.
    return 0
  }
  return (Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? Number.NaN) * 1_024) / 1e6
}
