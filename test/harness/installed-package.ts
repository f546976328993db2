import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** What `npm pack` makes, without its `prepack`, which could install dependencies in mid-test. Gives its path. */
export async function packInto(folder: string): Promise<string> {
  await run(process.execPath, [join(ROOT, 'scripts/build-package.ts')])
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT })
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!)
}

/**
 * Puts the package into `node_modules` of an empty folder, and what a service needs according to the lock file, as links to
 * what is here. So it lacks what only a checkout has, and no registry is asked.
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

/** Those inside another package come along with it, and those for other systems are not here. */
function runtimeDependencies(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>
  }
  return Object.entries(packages)
    .filter(([, entry]) => entry.dev !== true && entry.link !== true)
    .map(([path]) => path)
    .filter((path) => path.lastIndexOf('node_modules/') === 0 && existsSync(join(ROOT, path)))
}
