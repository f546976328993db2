import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { anchorsOf, DOCUMENTS, linksOf, ROOT, read } from './markdown.ts'

/** Names that stand for those of what readers add. */
const PLACEHOLDER = /\/NNNN-|\bNAMEs?\b/

test('every link in the documents leads to an existing file and heading', () => {
  const links = DOCUMENTS.flatMap((document) => linksOf(document))
  assert.ok(links.length > 200, `${links.length} links were found`)
  const dead = links.filter(({ path, anchor }) => {
    if (!existsSync(join(ROOT, path))) return true
    return anchor !== undefined && path.endsWith('.md') && !anchorsOf(read(path)).has(anchor)
  })
  assert.deepEqual(dead, [])
})

test('every file named in the documents exists', () => {
  const named = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/`((?:src|test|bench|faults|scripts|packages|migrations|deploy)\/[\w./-]+)`/g)]
      .filter(([, path]) => !PLACEHOLDER.test(path!))
      .map(([, path]) => ({ document, path: path! })),
  )
  assert.ok(named.length > 30, `${named.length} files are named`)
  assert.deepEqual(
    named.filter(({ path }) => !existsSync(join(ROOT, path))),
    [],
  )
})

test('every source file named without its folder exists', () => {
  const sources = globSync('{bench,faults,packages,scripts,src,test}/**/*.ts', {
    cwd: ROOT,
    exclude: (path) => path.includes('node_modules'),
  })
  const named = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/`([\w/-]+(?:\.test)?\.ts)`/g)]
      .filter(([, path]) => !PLACEHOLDER.test(path!))
      .map(([, path]) => ({ document, path: path! })),
  )
  assert.ok(named.length > 50, `${named.length} files are named`)
  assert.deepEqual(
    named.filter(({ path }) => !sources.some((source) => source === path || source.endsWith(`/${path}`))),
    [],
  )
})

test('every page of design decisions of a folder is listed beside the records', () => {
  const listed = new Set(
    [...read('docs/decisions/README.md').matchAll(/`([\w/-]+\/README\.md)`/g)].map(([, path]) => path),
  )
  const pages = DOCUMENTS.filter(
    (path) => path.endsWith('/README.md') && /^#+ .*[Dd]esign decisions$/m.test(read(path)),
  )
  assert.deepEqual(pages.sort(), [...listed].sort())
})

test('every guide can be reached from the table of contents', () => {
  const named = new Set(linksOf('docs/README.md').map(({ path }) => path))
  const guides = globSync('docs/*.md', { cwd: ROOT }).filter((path) => path !== 'docs/README.md')
  assert.deepEqual(
    guides.filter((path) => !named.has(path)),
    [],
  )
})

test('the page of messages of senders has every one of them', () => {
  const listed = [...read('test/payloads/README.md').matchAll(/^\| `(.+?)` \|/gm)].map(([, path]) => path!)
  const messages = globSync('*/*.*', { cwd: join(ROOT, 'test/payloads') })
  assert.deepEqual(listed.sort(), messages.sort())
})
