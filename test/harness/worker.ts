import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { closeBrowser } from './chromium.ts'
import { closeSharedApp } from './shared-app.ts'
import { importedHere } from './test-scopes.ts'

/** A file may take as long. One that waits for what never comes would wait for ever. */
const LONGEST_MS = 1_800_000

/**
 * One of the processes that run the tests. It takes the next file that no other process has taken until none is left: a
 * process for every file would load the service two hundred times, which costs more than most files of tests do.
 */
const queue = process.env.TEST_QUEUE!
const files: string[] = JSON.parse(readFileSync(join(queue, 'files.json'), 'utf8'))

// A run finds the same each time: what it finds comes from the change that it tests.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) })

for (const [index, file] of files.entries()) {
  if (!take(index)) continue
  const limit = setTimeout(() => giveUp(file), LONGEST_MS).unref()
  await describe(file, () => importedHere(() => import(pathToFileURL(file).href)))
  clearTimeout(limit)
  await closeSharedApp()
  // With patterns of names, node:test leaves out all later suites of a process.
  if (process.env.TEST_FILES_EACH === 'one') break
}
await closeBrowser()

/** Ends the process with it; another one takes the files that are left. */
function giveUp(file: string): void {
  console.error(`${file} has not ended after ${LONGEST_MS / 60_000} minutes`)
  process.exit(1)
}

/** Whether it was free: only one process can make the file. */
function take(index: number): boolean {
  try {
    closeSync(openSync(join(queue, String(index)), 'wx'))
    return true
  } catch {
    return false
  }
}
