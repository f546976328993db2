// Makes the checkout the release of a version: npm run release -- 0.3.0. It writes the version and the date where they stand,
// freezes the migrations and makes the small backup that all later versions are tested with. CONTRIBUTING.md says what
// comes before and after.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** Besides the manifests, and the document of the API, which is generated. */
export const NAME_THE_RELEASE = ['deploy/docker/Dockerfile', 'deploy/docker/compose.yaml', 'docs/installation.md']
const PACKAGES = ['packages/api-client', 'packages/device-client']
const UNRELEASED = '## Unreleased\n'

/** The version of the last release, from the backups that it and those before have left. */
export const lastRelease = (): string =>
  readdirSync(join(ROOT, 'test/long/released'))
    .filter((name) => name.endsWith('.backup'))
    .map((name) => name.slice(0, -'.backup'.length))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1)!

/** As sha256sum prints it. */
export const digestsOfMigrations = (): string =>
  globSync('*.sql', { cwd: join(ROOT, 'migrations') })
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(ROOT, 'migrations', name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('')

function release(version: string): void {
  const before = lastRelease()
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is not a version such as 0.3.0`)
  if (version.localeCompare(before, 'en', { numeric: true }) <= 0)
    throw new Error(`${before} has been released already`)
  edit('CHANGELOG.md', (text) => {
    if (!text.includes(UNRELEASED)) throw new Error('CHANGELOG.md has no "## Unreleased": nothing has changed')
    return text.replace(UNRELEASED, `## ${version} (${new Date().toISOString().slice(0, 10)})\n`)
  })
  const all = ['--include-workspace-root', ...PACKAGES.flatMap((path) => ['--workspace', path])]
  run('npm', ['version', version, '--no-git-tag-version', '--no-workspaces-update', '--allow-same-version', ...all])
  run('npm', ['install', '--package-lock-only', '--ignore-scripts'])
  for (const path of NAME_THE_RELEASE) edit(path, (text) => text.replaceAll(before, version))
  edit('migrations/RELEASED', (text) => text.match(/^#.*\n/gm)!.join('') + digestsOfMigrations())
  run('npm', ['run', 'openapi'])
  run('npm', ['run', 'release:backup'])
}

function edit(path: string, change: (text: string) => string): void {
  const whole = join(ROOT, path)
  writeFileSync(whole, change(readFileSync(whole, 'utf8')))
}

const run = (program: string, args: string[]): void => {
  execFileSync(program, args, { cwd: ROOT, stdio: 'inherit' })
}

if (import.meta.main) {
  const [version = ''] = process.argv.slice(2)
  try {
    release(version)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
