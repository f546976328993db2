import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Scope } from './cleanup.ts'
import { temporaryFolder } from './temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Folders that a copy does not have, at the top of the repository and below it. */
const NOT_COPIED = /(?:^|\/)(?:node_modules|dist|\.git|data)$/

/** How something is added to Tocsin: the change that a contributor makes by hand, and a test that uses what was added. */
export interface Addition {
  /** The heading of the section in CONTRIBUTING.md, which names every file of the addition. */
  readonly title: string
  /** The name of what is added, as paths have it. It stands as `NAME` in CONTRIBUTING.md. */
  readonly toy: string
  /** How many files may be touched by hand. */
  readonly atMost: number
  /** New files by path, with their text. */
  readonly adds: Readonly<Record<string, string>>
  /** Replacements in files that exist. Each text that is replaced occurs once in its file. */
  readonly edits: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>
  /** A test that uses what was added. It lies in `test/` of the copy, and imports from `./harness/`. */
  readonly proof: string
}

/** The files that an addition touches by hand. */
export const filesOf = ({ adds, edits }: Addition): string[] => [...Object.keys(adds), ...Object.keys(edits)].sort()

/** A copy of the repository, in which additions are followed and commands run. It is deleted with its scope. */
export function copyOfRepository(scope: Scope): {
  folder: string
  follow: (addition: Addition) => void
  run: (command: string, ...args: string[]) => void
} {
  const folder = temporaryFolder(scope)
  for (const entry of readdirSync(ROOT)) {
    if (NOT_COPIED.test(entry)) continue
    cpSync(join(ROOT, entry), join(folder, entry), { recursive: true, filter: (path) => !NOT_COPIED.test(path) })
  }
  for (const modules of ['node_modules', 'tools/client-types/node_modules']) {
    if (existsSync(join(ROOT, modules))) symlinkSync(join(ROOT, modules), join(folder, modules))
  }
  return {
    folder,
    follow: ({ title, adds, edits }) => {
      for (const [path, text] of Object.entries(adds)) {
        assert.ok(!existsSync(join(folder, path)), `${title}: ${path} exists already`)
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
      for (const [path, replacements] of Object.entries(edits)) {
        let text = readFileSync(join(folder, path), 'utf8')
        for (const [from, to] of replacements) {
          assert.equal(text.split(from).length, 2, `${title}: ${path} must have once: ${from}`)
          text = text.replace(from, () => to)
        }
        writeFileSync(join(folder, path), text)
      }
    },
    run: (command, ...args) => {
      try {
        execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', env: environment() })
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string }
        assert.fail(`${[command, ...args].join(' ')} failed:\n${stdout.slice(-8_000)}\n${stderr.slice(-2_000)}`)
      }
    },
  }
}

/** Without what this run gives to its own tests. */
function environment(): NodeJS.ProcessEnv {
  const { TEST_QUEUE, TEST_FILES_EACH, NODE_TEST_CONTEXT, NODE_OPTIONS, ...rest } = process.env
  return rest
}
