// Prepares a checkout for `npm start` and `npm test`: installs the exact dependencies of the lock file, including Node
// 26, and makes the types of the API client. Plain JavaScript, because the Node that runs it may be older than the one it
// installs.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const TERMINAL_EVERY_MS = 500
const LOG_EVERY_MS = 10_000

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.tocsin-setup')
const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
const wanted = createHash('sha256').update(lock).digest('hex')

const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
if (installed !== wanted) {
  process.stderr.write('Installing the dependencies, once per version; a minute or two …\n')
  const stopTelling = tellProgress()
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--no-progress'], {
    cwd: root,
    stdio: ['ignore', 2, 'inherit'],
    // `npm ci --omit=dev` in the caller's environment would leave out Node 26 itself.
    env: { ...process.env, NODE_ENV: '', npm_config_omit: '' },
  })
  const code = await new Promise((resolve) => {
    npm.once('error', (error) => process.stderr.write(`npm cannot be run: ${error.message}\n`)).once('error', resolve)
    npm.once('exit', resolve)
  })
  stopTelling()
  if (code !== 0) {
    process.stderr.write('npm ci failed; the lines above say why.\n')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

// 17,700 lines that follow from the document, so they are not committed. The first line says what they are made of.
const [document, types] = ['docs/openapi.json', 'packages/api-client/src/api-types.ts']
if (existsSync(join(root, document))) {
  const digest = createHash('sha256')
    .update(lock)
    .update(readFileSync(join(root, document)))
    .digest('hex')
  const heading = `// Made of docs/openapi.json by \`npm run setup\`; not to be edited. ${digest}`
  const made = existsSync(join(root, types)) ? readFileSync(join(root, types), 'utf8') : ''
  if (!made.startsWith(heading)) {
    const make = ['--no-install', 'node', 'tools/client-types/client-types.ts', document, types, heading]
    const { status } = spawnSync('npx', make, { cwd: root, stdio: ['ignore', 2, 'inherit'] })
    if (status !== 0) process.exit(1)
  }
}

/**
 * Reports progress: on one line of a terminal, or with a line now and then in a log. Returns the function that stops
 * it.
 */
function tellProgress() {
  const packages = packagesToInstall()
  const began = Date.now()
  const { isTTY } = process.stderr
  const tell = () => {
    const done = packages.filter((path) => existsSync(join(root, path, 'package.json'))).length
    const line = `  ${done} of ${packages.length} packages, ${Math.round((Date.now() - began) / 1_000)} s`
    process.stderr.write(isTTY ? `\r${line}\x1b[K` : `${line}\n`)
  }
  const timer = setInterval(tell, isTTY ? TERMINAL_EVERY_MS : LOG_EVERY_MS)
  return () => {
    clearInterval(timer)
    tell()
    if (isTTY) process.stderr.write('\n')
  }
}

/** Packages for this system. */
function packagesToInstall() {
  const ownLibc = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  const fits = (names, own) => names === undefined || names.includes(own)
  return Object.entries(JSON.parse(lock).packages)
    .filter(
      ([path, { link, os, cpu, libc }]) =>
        path.startsWith('node_modules/') &&
        !link &&
        fits(os, process.platform) &&
        fits(cpu, process.arch) &&
        fits(libc, ownLibc),
    )
    .map(([path]) => path)
}
