import { familyOf } from './cpu-time.ts'

/** Ends a process and its children with SIGKILL. */
export function killFamily(pid: number): void {
  // The parent first: seeing its children end, it could still save what they held.
  for (const member of familyOf(pid)) {
    try {
      process.kill(member, 'SIGKILL')
    } catch {
      // It has ended by itself, because its parent has.
    }
  }
}
