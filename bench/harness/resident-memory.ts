import { readFileSync } from 'node:fs'

/** Proportional set size: memory shared by processes counts once. In millions of bytes. */
export function residentMb(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? Number.NaN)
  })
  return kilobytes.reduce((sum, one) => sum + (one * 1_024) / 1e6, 0)
}
