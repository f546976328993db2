// How quickly pages come when there are 10,000 devices, and whether they stay smooth while 50 readings a second change
// them. The browser runs on the same machine as everything else.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { openDatabase } from '../src/platform/database.ts'
import { createSession } from '../src/users/sessions.ts'
import { insertUser } from '../src/users/user-store.ts'
import { chromiumPath } from '../test/harness/chromium-binary.ts'
import { newTokens } from './bench-database.ts'
import { machine } from './report.ts'
import { median, onSite, type Site, saveJson } from './site.ts'

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
  const cookie = `sid=${await newSession(site)}`
  const pages: Record<string, { medianMs: number; slowestMs: number }> = {}
  for (const path of PATHS) {
    const times: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) times.push(await timeOf(`${site.tocsin.origin}${path}`, cookie))
    // The first one finds nothing warm.
    const warm = times.slice(1)
    pages[path] = { medianMs: median(warm), slowestMs: Math.max(...warm) }
    console.log(`${path}: ${median(warm).toFixed(0)} ms, ${Math.max(...warm).toFixed(0)} ms at most`)
  }
  const smooth = await watchPages(site, cookie, send)
  saveJson(values.json, {
    machine: await machine(site.connection),
    devices: DEVICES,
    updates: UPDATES_PER_S,
    pages,
    smooth,
  })
})

async function sendReading({ tocsin }: Site, token: string, place: number): Promise<void> {
  const position = { lat: 46 + (place % 100) / 100, lng: 14 + Math.floor(place / 100) / 100 }
  const metrics = {
    systolic: 110 + Math.round(Math.random() * 15),
    diastolic: 75,
    heart_rate: 60 + (place % 20),
    spo2: 98,
  }
  const answer = await fetch(tocsin.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: JSON.stringify({ module: 'health', battery: 80, signal: -70, ...position, metrics }),
  })
  if (answer.status !== 200) throw new Error(`A reading was answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

async function newSession({ connection }: Site): Promise<string> {
  const db = openDatabase(connection, { connections: 1, applicationName: 'tocsin bench', onError: () => undefined })
  try {
    const { id } = await insertUser(db, { email: 'bench@example.org', password_hash: null, role: 'admin' }, new Date())
    return await createSession(db, id, { address: '127.0.0.1', user_agent: 'bench' }, new Date())
  } finally {
    await db.close()
  }
}

async function timeOf(url: string, cookie: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })
  await answer.text()
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
  return performance.now() - began
}

/** The longest tasks of the browser's one thread while readings come in: what takes over 50 ms is felt. */
async function watchPages({ tocsin }: Site, cookie: string, send: (place: number) => Promise<void>) {
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const results: Record<string, { longTasks: number; longestMs: number }> = {}
  try {
    const context = await browser.newContext({ baseURL: tocsin.origin, viewport: { width: 1_280, height: 900 } })
    await context.addCookies([{ name: 'sid', value: cookie.slice(4), url: tocsin.origin }])
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
  } finally {
    await browser.close()
  }
  return results
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
