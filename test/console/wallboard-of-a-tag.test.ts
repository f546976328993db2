import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowserAs } from '../harness/browser.ts'
import { textOf } from '../harness/page-text.ts'
import { declare, startReachableApp } from '../harness/reachable.ts'

test('the wallboard of a tag is about its devices alone, and offers the others', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const operator = await addReachable()
  const [bed, tank] = [
    await app.createDevice({ name: 'Bed 1', module: 'health', tags: ['ward 3'] }),
    await app.createDevice({ name: 'Tank', module: 'health', tags: ['hall'] }),
  ]
  for (const device of [bed, tank]) await device.send({ lat: 46, lng: 14, metrics: { systolic: 120 } })
  const viewer = await openBrowserAs(app, 'viewer')
  const board = async (query: string) => {
    const { text } = await viewer.go(`/display${query}`)
    return {
      title: /<h1>(.*?)<\/h1>/.exec(text)![1],
      numbers: textOf(/<ul class="numbers">[\s\S]*?<\/ul>/.exec(text)![0]),
      lines: [...text.matchAll(/<strong class="wall-(?:who|what)[^"]*">([^<]*)/g)].map(([, who]) => who),
      quiet: text.includes('calm good'),
      map: /data-fleet-map="([^"]*)"/.exec(text)?.[1],
      tags: [...text.matchAll(/<a href="\/display[^"]*tag=([^"&]*)[^"]*"( aria-current="true")?>/g)].map(
        ([, tag, isChosen]) => `${tag}${isChosen === undefined ? '' : ' *'}`,
      ),
    }
  }
  await tank.send({ ts: Number(app.now()) + 1_000, metrics: { systolic: 196 } })
  await declare(operator, { title: 'Smell of gas', severity: 'warning' })
  const quiet = await board('?tag=ward+3')
  assert.deepEqual([quiet.title, quiet.lines, quiet.quiet], ['ward 3', [], true])
  assert.equal(quiet.numbers, '1 Online 0 Offline 0 Critical alerts 0 Active incidents')
  await bed.send({ ts: Number(app.now()) + 1_000, metrics: { systolic: 196 } })
  const ward = await board('?tag=ward+3&theme=light')
  assert.deepEqual(ward.lines, ['Bed 1'])
  assert.equal(ward.numbers, '1 Online 0 Offline 1 Critical alerts 1 Active incidents')
  assert.deepEqual([...new Set(ward.tags)], ['hall', 'ward+3 *', 'ward+3'])
  const positions = (await viewer.go(ward.map!.replaceAll('&amp;', '&'))).text
  assert.deepEqual([positions.includes('Bed 1'), positions.includes('Tank')], [true, false])
  const all = await board('')
  assert.deepEqual(all.lines, ['Bed 1', 'Tank', 'Smell of gas'])
  assert.match(all.numbers, /2 Critical alerts 3 Active incidents .* Readings\/min/)
})
