// Measures how fast pages load with 10,000 devices, and whether they stay responsive while 50 readings a second change
// them. The browser runs on the same machine as everything else.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { newTokens } from './harness/bench-database.ts'
import { inBrowser, newSession, sendReading } from './harness/console-site.ts'
import { machine } from './harness/report.ts'
import { median, onSite, type Site, saveJson } from './harness/site.ts'

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '20' },
    json: { type: 'string' },
  },
})
const [DEVICES, SECONDS] = [Number(values.devices), Number(values.seconds)]
const PATHS = ['/', '/devices', '/map', '/alerts', '/incidents', '/rules', '/devices/1']
const WATCHED = ['/', '/devices', '/map']
const ROUNDS = 15
const AT_ONCE = 64
const UPDATES_PER_S = 50

await onSite(async (site) => {
  const tokens = await newTokens(site.connection, DEVICES)
  const send = (place: number) => sendReading(site, tokens[place % tokens.length]!, place)
  for (let place = 0; place < tokens.length; place += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, offset) => send(place + offset)))
  }
  const session = await newSession(site)
  const pages: Record<string, { medianMs: number; slowestMs: number }> = {}
  for (const path of PATHS) {
    const times: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) times.push(await timeOf(`${site.tocsin.origin}${path}`, session))
    // The first load has cold caches.
    const warm = times.slice(1)
    pages[path] = { medianMs: median(warm), slowestMs: Math.max(...warm) }
    console.log(`${path}: ${median(warm).toFixed(0)} ms, ${Math.max(...warm).toFixed(0)} ms at most`)
  }
  const smooth = await watchPages(site, session, send)
  saveJson(values.json, {
    machine: await machine(site.connection),
    devices: DEVICES,
    updates: UPDATES_PER_S,
    pages,
    smooth,
  })
})

async function timeOf(url: string, session: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url, { headers: { cookie: `sid=${session}`, accept: 'text/html' }, redirect: 'manual' })
  await answer.text()
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
  return performance.now() - began
}

/** The longest tasks of the browser's main thread while readings arrive; people notice more than 50 ms. */
function watchPages(site: Site, session: string, send: (place: number) => Promise<void>) {
  return inBrowser(site, session, async (context) => {
    const results: Record<string, { longTasks: number; longestMs: number }> = {}
    for (const path of WATCHED) {
      const page = await context.newPage()
      await page.goto(path)
      await page.locator('.pill[data-state=live]').waitFor()
      await page.evaluate(
        'globalThis.tasks = []; new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" })',
      )
      const tasks = await tasksOf(page, send)
      results[path] = { longTasks: tasks.length, longestMs: Math.max(0, ...tasks) }
      console.log(
        `${path} at ${UPDATES_PER_S} readings/s for ${SECONDS} s: ${tasks.length} tasks over 50 ms, the longest ${Math.max(0, ...tasks)} ms`,
      )
      await page.close()
    }
    return results
  })
}

async function tasksOf(page: Page, send: (place: number) => Promise<void>): Promise<number[]> {
  const until = performance.now() + SECONDS * 1_000
  const sent: Promise<void>[] = []
  for (let place = 0; performance.now() < until; place += 1) {
    sent.push(send(place))
    await sleep(1_000 / UPDATES_PER_S)
  }
  await Promise.all(sent)
  return page.evaluate<number[]>('tasks')
}
