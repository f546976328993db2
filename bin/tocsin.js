#!/usr/bin/env node
// Runs the command line on Node 26, whichever Node found this file: the sources are TypeScript run as they are.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bundledNode = join(root, 'node_modules', 'node', 'bin', 'node')

if (Number.parseInt(process.versions.node, 10) >= 26) {
  await import('../src/main.ts')
} else if (existsSync(bundledNode)) {
  const run = spawnSync(bundledNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = run.status ?? 1
} else {
  process.stderr.write('Tocsin needs Node 26. Run `npm run setup` in its folder once; that installs it.\n')
  process.exitCode = 1
}
