import { spawn } from 'node:child_process'

/**
 * Runs this process only while a core is idle. Niceness alone lets it finish its time slice of some milliseconds before
 * others wake, and a reading may wait for that several times. Linux has a scheduling class for this, and every
 * distribution a program that sets it; without either, niceness must do.
 */
export function runOnlyWhenIdle(): void {
  if (process.platform !== 'linux') return
  const chrt = spawn('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)], { stdio: 'ignore' })
  chrt.on('error', () => undefined)
  chrt.unref()
}
