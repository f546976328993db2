import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { type Answer, type Person, startApp } from './harness/app.ts'
import { type Browser, openBrowserAs } from './harness/browser.ts'
import { cleanUp } from './harness/cleanup.ts'
import { lockWebhooksTable } from './harness/held-tables.ts'
import { until } from './harness/until.ts'

const WEBHOOKS = '/api/admin/webhooks'
/** A few, so that locks are not held for long. */
const FEW = { limits: { pages: { most: 100, mostOfOne: 8, atOnceOfOne: 4 } } }

test('a person has four pages made at once: more wait, beyond that they get 429, and others are served', async (t) => {
  const app = await startApp(t, FEW)
  const [ana, ben] = [await app.logIn('operator'), await app.logIn('operator')]
  const held = await lockWebhooksTable(t, app)
  const answered: Answer[] = []
  const asked = Array.from({ length: 10 }, async () => {
    const answer = await ana('GET', WEBHOOKS)
    answered.push(answer)
    return answer
  })
  await held.isWaitedFor(4)
  while (answered.length < 2) await sleep(20)
  const message = 'You have 8 pages under way; wait for one to end'
  for (const { status, body, headers } of answered) {
    assert.deepEqual([status, body.message, headers.get('retry-after')], [429, message, '5'])
  }
  assert.equal((await ben('GET', '/api/mobile/devices')).status, 200)
  // Actions of people wait for no page.
  assert.equal((await ana('PATCH', '/api/mobile/me', { name: 'Ana' })).status, 200)
  await held.release()
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 8)
})

test('a browser that asks for too much gets a page that says so', async (t) => {
  const app = await startApp(t, FEW)
  const browser = await openBrowserAs(app, 'operator')
  const held = await lockWebhooksTable(t, app)
  const asked = Array.from({ length: 9 }, () => browser.go('/webhooks'))
  const refused = await Promise.race(asked)
  assert.equal(refused.status, 429)
  assert.match(refused.text, /You have 8 pages under way; wait for one to end\..*Try again in 5 s\./s)
  await held.release()
  await Promise.all(asked)
})

test('a form for a whole file waits like a page', async (t) => {
  const app = await startApp(t, FEW)
  const browser = await openBrowserAs(app, 'operator')
  const [, csrf = ''] = /name="_csrf" value="([^"]+)"/.exec((await browser.go('/devices/import')).text) ?? []
  const held = await lockWebhooksTable(t, app)
  const asked = Array.from({ length: 8 }, () => browser.go('/webhooks'))
  await held.isWaitedFor(4)
  const { status } = await browser.post('/devices/import', { _csrf: csrf, csv: 'name,module\nPump,factory\n' })
  assert.equal(status, 429)
  await held.release()
  await Promise.all(asked)
})

test('pages that wait for the database delay no first reading of a device', async (t) => {
  const app = await startApp(t)
  const people: Person[] = [await app.logIn('operator'), await app.logIn('operator')]
  const [known, boiler] = [await app.createDevice(), await app.createDevice()]
  // The first reading of a month makes sure that it has a table.
  await known.send({ metrics: { gas_ppm: 3 } })
  const held = await lockWebhooksTable(t, app)
  const pages = people.flatMap((person) => Array.from({ length: 4 }, () => person('GET', WEBHOOKS)))
  await held.isWaitedFor(7)
  const reading = boiler.send({ metrics: { gas_ppm: 3 } }).then(({ status }) => `reading ${status}`)
  assert.equal(await Promise.race([reading, ...pages.map((page) => page.then(() => 'page'))]), 'reading 200')
  await held.release()
  await Promise.all(pages)
})

/** Threads that begin from now on are heard only when the returned function is called. */
function holdThreads(t: TestContext): () => void {
  const released = Promise.withResolvers<void>()
  const hold = (thread: Worker) => {
    const emit = thread.emit.bind(thread)
    thread.emit = (event: string | symbol, ...said: unknown[]) => {
      if (event !== 'message') return emit(event, ...said)
      void released.promise.then(() => emit(event, ...said))
      return true
    }
  }
  process.on('worker', hold)
  cleanUp(t, () => {
    process.off('worker', hold)
    released.resolve()
  })
  return released.resolve
}

test('a person has two long texts of rules read at a time, and waits for nobody who sends many', async (t) => {
  const app = await startApp(t)
  const [busy, other] = [await openBrowserAs(app, 'operator'), await openBrowserAs(app, 'operator')]
  const text = '['.repeat(20_000)
  async function reading(browser: Browser) {
    const [, csrf = ''] = /name="_csrf" value="([^"]+)"/.exec((await browser.go('/rules/new')).text) ?? []
    return () => browser.post('/rules/new/draft', { _csrf: csrf, do: 'check_text', text })
  }
  const [read, readToo] = [await reading(busy), await reading(other)]
  const release = holdThreads(t)
  const refusals: unknown[] = []
  const asked = [...Array.from({ length: 10 }, read), readToo()]
  for (const answer of asked) void answer.then(({ status }) => status === 429 && refusals.push(answer))
  await until(
    async () => refusals.length,
    (count) => count === 8,
  )
  release()
  const answers = await Promise.all(asked)
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(statuses.slice(0, 10).toSorted(), [200, 200, ...Array.from({ length: 8 }, () => 429)])
  assert.equal(statuses[10], 200)
  const refused = answers.find(({ status }) => status === 429)!
  assert.match(refused.text, /You have 2 texts under way; wait for one to end/)
  assert.match(refused.text, /\[{1000}/)
})
