import { accessSync, constants } from 'node:fs'
import { delimiter, resolve } from 'node:path'

export const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(resolve(folder, program)))

/** For the options of a test that runs other programs. The last line of a run counts what was skipped by this reason. */
export function needs(...programs: string[]): { skip: string | false } {
  const missing = programs.find((program) => !isInstalled(program))
  return { skip: missing !== undefined && needed(missing) }
}

/** The reason to skip a test for want of a program; `scripts/test.js` knows it by its first word. */
export const needed = (program: string): string => `needs ${program}`

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
