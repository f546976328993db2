import { readdirSync, readFileSync } from 'node:fs'
import type { Served } from './served.ts'

/** Only Linux has `/proc`. */
export const onLinux = { skip: process.platform !== 'linux' && 'reads /proc' }

interface Child {
  pid: number
  command: string
}

/** The processes that this one started; elsewhere than on Linux none are found. */
function childrenOf(pid: number): Child[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return parent === pid ? [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }] : []
      } catch {
        // It ended while we looked.
        return []
      }
    })
}

/** The ids of all processes that this one has started, and of those that they have. */
export const processesBelow = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child.pid, ...processesBelow(child.pid)])

/** The process ids of its workers, the oldest first. */
export const workersOf = (served: Served): number[] =>
  childrenOf(served.pid())
    .filter(({ command }) => command.includes('serve-worker'))
    .map(({ pid }) => pid)
    .sort((one, other) => one - other)

export function isRunning(pid: number): boolean {
  try {
    // A process that has ended but was not waited for yet is none.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Each process has a prefix of its own in the ids of its requests. */
export async function answeringProcesses({ url }: Served, requests = 12): Promise<Set<string>> {
  const answers = await Promise.all(
    Array.from({ length: requests }, () => fetch(`${url}/healthz`, { headers: { connection: 'close' } })),
  )
  return new Set(answers.map(({ headers }) => headers.get('x-request-id')!.split('-')[0]!))
}
