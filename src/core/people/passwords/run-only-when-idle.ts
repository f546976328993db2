import { spawn } from 'node:child_process'

let isIdleOnly = false

/**
 * Runs this process only when its core is idle. Niceness alone lets it finish its time slice of some milliseconds
 * before others wake, and a reading may wait for that several times. Linux has a scheduling class for this, and every
 * distribution a program that sets it; without either, niceness must do.
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
