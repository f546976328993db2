// Brings a checkout to the point where `npm start` and `npm test` can run: the exact dependencies of the lock file,
// Node 26 among them. Plain JavaScript, because the Node that runs it may be older than the one it installs.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.tocsin-setup')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
if (installed !== wanted) {
  process.stderr.write('Installing the dependencies (once per version; about half a minute) …\n')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 'inherit'],
    // `npm ci --omit=dev` in the caller's settings would leave out Node 26 itself.
    env: { ...process.env, NODE_ENV: '', npm_config_omit: '' },
  })
  if (npm.status !== 0) {
    process.stderr.write('npm ci failed; the lines above say why.\n')
    process.exit(npm.status ?? 1)
  }
  writeFileSync(stamp, wanted)
}
