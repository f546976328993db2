import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(import.meta.dirname, '..', 'browser')
const CACHE = join(ROOT, 'node_modules/.cache')
const STORED = join(CACHE, 'tocsin-scripts.json')
/** They decide what a script is made into. */
const MAKERS = ['src/console/assets/scripts.ts', 'node_modules/esbuild/package.json']

interface Bundle {
  /** Files of `browser/` that are scripts. */
  entries: string[]
  /** Digests of all files that went into it, by path in the checkout. */
  sources: Record<string, string>
  /** Contents by name. */
  scripts: Record<string, string>
}

/**
 * Each file of `browser/` with its imports as one script. That takes up to a second, so the scripts of a checkout are
 * stored until one of their sources changes.
 */
export function bundleScripts(): { name: string; body: Buffer }[] {
  const entries = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
  const { scripts } = stored(entries) ?? store(bundle(entries))
  return Object.entries(scripts).map(([name, text]) => ({ name, body: Buffer.from(text) }))
}

function bundle(entries: string[]): Bundle {
  const { buildSync, stop }: typeof import('esbuild') = createRequire(import.meta.url)('esbuild')
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: entries.map((file) => join(FOLDER, file)),
    outdir: FOLDER,
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
  })
  // Stops the build service, which would stay in memory.
  void stop()
  return {
    entries,
    sources: Object.fromEntries([...MAKERS, ...Object.keys(metafile.inputs)].map((path) => [path, digestOf(path)])),
    scripts: Object.fromEntries(outputFiles.map(({ path, text }) => [path.slice(FOLDER.length + 1), text])),
  }
}

/** Null if there are none, or if they are not those of the present sources. */
function stored(entries: string[]): Bundle | null {
  try {
    const bundle: Bundle = JSON.parse(readFileSync(STORED, 'utf8'))
    const isPresent = Object.entries(bundle.sources).every(([path, digest]) => digestOf(path) === digest)
    return isDeepStrictEqual(bundle.entries, entries) && isPresent ? bundle : null
  } catch {
    return null
  }
}

/** Complete under its name, or not there: other processes may start at the same time. A cache is no reason to fail. */
function store(made: Bundle): Bundle {
  try {
    const unfinished = `${STORED}-${process.pid}`
    mkdirSync(CACHE, { recursive: true })
    writeFileSync(unfinished, JSON.stringify(made))
    renameSync(unfinished, STORED)
  } catch {
    // A folder that may not be written to: the next start makes them again.
  }
  return made
}

const digestOf = (path: string): string =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, path)))
    .digest('hex')
