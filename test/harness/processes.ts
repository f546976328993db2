import { readdirSync, readFileSync } from 'node:fs'
import type { Served } from './served.ts'

/** Skips a test without `/proc`, which only Linux has. */
export const onLinux = { skip: process.platform !== 'linux' && 'reads /proc' }

interface Child {
  pid: number
  command: string
}

/** Child processes; none on other systems than Linux. */
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
        // It has just ended.
        return []
      }
    })
}

/** Ids of all descendant processes. */
export const processesBelow = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child.pid, ...processesBelow(child.pid)])

/** Process ids of the workers, oldest first. */
export const workersOf = (served: Served): number[] =>
  childrenOf(served.pid())
    .filter(({ command }) => command.includes('serve-worker'))
    .map(({ pid }) => pid)
    .sort((one, other) => one - other)

export function isRunning(pid: number): boolean {
  try {
    // A zombie process does not count.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** The request ids of each process have their own prefix. */
export async function answeringProcesses({ url }: Served, requests = 12): Promise<Set<string>> {
  const answers = await Promise.all(
    Array.from({ length: requests }, () => fetch(`${url}/healthz`, { headers: { connection: 'close' } })),
  )
  return new Set(answers.map(({ headers }) => headers.get('x-request-id')!.split('-')[0]!))
}
