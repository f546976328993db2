import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/**
 * Packs like `npm pack`, without its `prepack`, which could install dependencies in the middle of a test. Returns the
 * path.
 */
export async function packInto(folder: string): Promise<string> {
  await run(process.execPath, [join(ROOT, 'scripts/build-package.ts')])
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT })
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!)
}

/**
 * Installs the package into `node_modules` of an empty folder, with links to its runtime dependencies according to the
 * lock file. So development dependencies are missing, and no registry is used.
 */
export async function installInto(folder: string, tarball: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', modules])
  renameSync(join(modules, 'package'), join(modules, 'tocsin'))
  symlinkSync('../tocsin/bin/tocsin.js', join(modules, '.bin/tocsin'))
  for (const path of runtimeDependencies()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(join(ROOT, path), join(folder, path))
  }
}

/** Dependencies nested in another package come with it, and those for other systems are not installed. */
function runtimeDependencies(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>
  }
  return Object.entries(packages)
    .filter(([, entry]) => entry.dev !== true && entry.link !== true)
    .map(([path]) => path)
    .filter((path) => path.lastIndexOf('node_modules/') === 0 && existsSync(join(ROOT, path)))
}
