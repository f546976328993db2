import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'

test('the reference is one page without scripts that describes every operation, event and schema', async (t) => {
  const app = await startApp(t)
  const answer = await fetch(`${app.url}/docs`)
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
  assert.match(
    answer.headers.get('content-security-policy')!,
    /^default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'/,
  )
  const page = await answer.text()
  // Browsers that know no icon of the page ask for one themselves, which its policy would refuse.
  const [, icon] = /<link rel="icon" [^>]*href="([^"]+)"/.exec(page)!
  assert.equal((await fetch(`${app.url}${icon}`)).headers.get('content-type'), 'image/svg+xml')
  assert.doesNotMatch(page, /<script|<style|\sstyle=|\son[a-z]+=|https?:\/\/(?!tickets|example|127)[^"<]*"/)

  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!)
  assert.deepEqual(
    ids.filter((id, place) => ids.indexOf(id) !== place),
    [],
    'ids that are used twice',
  )
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!)
  assert.deepEqual(
    targets.filter((id) => !ids.includes(id)),
    [],
    'links that lead nowhere',
  )
  const document = (await app.call('GET', '/openapi.json')).body
  const operations = Object.values<Record<string, { operationId: string }>>({ ...document.paths, ...document.webhooks })
  const wanted = [
    ...operations.flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId)),
    ...Object.keys(document.components.schemas).map((name) => `schema-${name}`),
  ]
  assert.deepEqual(
    wanted.filter((id) => !ids.includes(id)),
    [],
  )
  assert.equal(tagsLeftOpen(page), 0)
})

test('the page contains its own styles', async (t) => {
  const app = await startApp(t)
  const page = await (await fetch(`${app.url}/docs`)).text()
  const [, address] = /<link rel="stylesheet" href="([^"]+)">/.exec(page)!
  const styles = await fetch(`${app.url}${address}`)
  assert.deepEqual([styles.status, styles.headers.get('content-type')], [200, 'text/css; charset=utf-8'])
})

test('HTML in the document is shown as text on the page', async (t) => {
  const app = await startApp(t)
  const page = await (await fetch(`${app.url}/docs`)).text()
  assert.match(page, /\{&quot;status&quot;:&quot;ok&quot;/)
})

/** Throws unless every opened element is closed, in order. */
function tagsLeftOpen(page: string): number {
  const open: string[] = []
  for (const [, slash, name] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (['meta', 'link'].includes(name!)) continue
    if (slash === '') open.push(name!)
    else assert.equal(open.pop(), name, `</${name}> closes another`)
  }
  return open.length
}
