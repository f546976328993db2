import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { type Addition, copyOfRepository, filesOf } from '../harness/addition.ts'

/** Tests that make committed files out of the sources: `npm run formats`, `openapi` and `schemas`. */
const GENERATORS = [
  'test/webhook-formats.test.ts',
  'test/openapi.test.ts',
  'src/core/rules/editing/rule-schema.test.ts',
]
/** Tests that have to pass whatever is added, beside the types, the format and the proof of each addition. */
const ALWAYS = ['test/architecture.test.ts', 'src/words/reasons.test.ts']

const root = join(import.meta.dirname, '../..')
const manual = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const additions = new Map<string, Addition>()
for (const path of globSync(join(import.meta.dirname, 'additions/*.ts')).sort()) {
  additions.set(basename(path, '.ts'), ((await import(path)) as { addition: Addition }).addition)
}

const copy = copyOfRepository({ after })

test('CONTRIBUTING.md names every file of each addition, and there are no more than there may be', (t) => {
  for (const [name, addition] of additions) {
    const section = manual.split(/^## /m).find((text) => text.startsWith(`${addition.title}\n`))
    assert.ok(section !== undefined, `CONTRIBUTING.md has no section “${addition.title}”`)
    const files = filesOf(addition)
    const named = (path: string) =>
      path.replaceAll(addition.toy, 'NAME').replace(/^migrations\/\d{4}/, 'migrations/NNNN')
    const unnamed = files.filter((path) => !section.includes(`\`${named(path)}\``))
    assert.deepEqual(unnamed, [], addition.title)
    assert.ok(files.length <= addition.atMost, `${addition.title}: ${files.length} files`)
    t.diagnostic(`${name}: ${files.length} files: ${files.join(', ')}`)
  }
})

test('with all additions, types and format hold, and what is generated is written', (t) => {
  for (const [name, addition] of additions) {
    copy.follow(addition)
    writeFileSync(join(copy.folder, proofOf(name)), addition.proof)
  }
  copy.run('npx', 'biome', 'ci', 'src', 'docs')
  copy.run('npx', 'tsc', '--noEmit')
  copy.run('npx', 'tsc', '--noEmit', '-p', 'src/console/browser')
  const setUp = '--test-global-setup=test/harness/global-setup.ts'
  copy.run('npx', 'node', '--test', '--test-update-snapshots', setUp, ...GENERATORS)
  const known = new Set([...additions].flatMap(([name, addition]) => [proofOf(name), ...filesOf(addition)]))
  const generated = globSync('**/*', { cwd: copy.folder, exclude: ['**/node_modules/**'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(copy.folder.length + 1))
    .filter((path) => !known.has(path) && contentOf(join(copy.folder, path)) !== contentOf(join(root, path)))
  t.diagnostic(`generated: ${generated.join(', ')}`)
})

test('what the additions add works, and the architecture holds', () => {
  copy.run('npx', 'node', 'scripts/test.js', ...ALWAYS, ...[...additions.keys()].map(proofOf))
})

const proofOf = (name: string): string => `test/addition-${name}.test.ts`

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
