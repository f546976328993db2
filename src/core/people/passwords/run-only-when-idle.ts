import { spawn } from 'node:child_process'

let isIdleOnly = false

/**
 * Whether this process runs only while nobody else wants its core. Niceness alone lets it finish its slice of some
 * milliseconds before others wake, which is what a reading then waits for, several times. Linux has a class for this, and
 * every distribution a program that sets it; without either, niceness must do.
 */
export function runOnlyWhenIdle(wanted: boolean): void {
  if (wanted === isIdleOnly || process.platform !== 'linux') return
  isIdleOnly = wanted
  const chrt = spawn('chrt', ['--all-tasks', wanted ? '--idle' : '--other', '--pid', '0', String(process.pid)], {
    stdio: 'ignore',
  })
  chrt.on('error', () => undefined)
  chrt.unref()
}
