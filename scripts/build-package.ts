// Builds dist/, which the npm package has in place of src/, since Node does not run TypeScript below node_modules.
// Types are replaced by blanks, like in Node itself, so that lines and columns of stack traces are those of the source; types
// at the end of a line and comments in lines of their own are left out.
// Static files of pages are built too, so that an installed service does not need the libraries in them.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { transformSync } from 'esbuild'
import { makeAssets } from '../src/console/assets/make-assets.ts'

const ROOT = join(import.meta.dirname, '..')
const [SOURCE, RESULT] = [join(ROOT, 'src'), join(ROOT, 'dist')]
const ASSETS = 'console/assets'
/** Sources and builders of the assets. */
const MADE_ALREADY = [
  'console/browser/',
  `${ASSETS}/styles/`,
  `${ASSETS}/pictures/`,
  `${ASSETS}/world/`,
  `${ASSETS}/make-assets.ts`,
  `${ASSETS}/scripts.ts`,
  `${ASSETS}/sprite.ts`,
]
const OF_THE_REPOSITORY = /\.test\.|\/golden\/|\/README\.md$|^core\/rehearsal\/tests\/kinds\//

rmSync(RESULT, { recursive: true, force: true })
for (const entry of readdirSync(SOURCE, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name).slice(SOURCE.length + 1)
  if (!entry.isFile() || OF_THE_REPOSITORY.test(file) || MADE_ALREADY.some((start) => file.startsWith(start))) continue
  const target = join(RESULT, file)
  mkdirSync(dirname(target), { recursive: true })
  if (file.endsWith('.ts')) writeFileSync(target.replace(/\.ts$/, '.js'), plainJavaScript(join(SOURCE, file)))
  else copyFileSync(join(SOURCE, file), target)
}
const ready = join(RESULT, ASSETS, 'ready')
mkdirSync(ready)
for (const { name, body } of makeAssets()) writeFileSync(join(ready, name), body)
// The manuals tell device makers to install it from there.
for (const client of ['device-client', 'api-client']) {
  execFileSync('npx', ['--no-install', 'tsc', '-p', `packages/${client}`], { cwd: ROOT, stdio: 'inherit' })
}

function plainJavaScript(path: string): string {
  const source = readFileSync(path, 'utf8')
  const lines = source.split('\n')
  const stripped = stripTypeScriptTypes(source)
    .split('\n')
    .map((line, place) => (/\s$/.test(lines[place]!) ? line : line.trimEnd()))
    .join('\n')
  const bare = stripped.replace(/^ *\/\*\*(?:[^*]|\*(?!\/))*\*\/$/gm, (comment) => comment.replace(/[^\n]/g, ''))
  // In a text, it is no comment.
  if (codeOf(bare) !== codeOf(stripped)) throw new Error(`${path} holds a text that looks like a comment`)
  return bare.replace(/((?:\bfrom|\bimport|\bimport\(|\bnew URL\() ?)'([\w./-]+)\.ts'/g, "$1'$2.js'")
}

function codeOf(javaScript: string): string {
  return transformSync(javaScript, { minifyWhitespace: true }).code
}
