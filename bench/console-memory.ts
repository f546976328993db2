// Shows whether pages that stay open for long leak memory: the overview, a device with its charts and map, the map of
// all devices and their list, while 50 readings a second change them. Reports the memory of each page once a minute,
// after a garbage collection, and beside it that of the service.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { BrowserContext, CDPSession } from 'playwright-core'
import { newTokens } from './harness/bench-database.ts'
import { inBrowser, newSession, sendReading } from './harness/console-site.ts'
import { machine, table } from './harness/report.ts'
import { residentMb } from './harness/resident-memory.ts'
import { onSite, saveJson } from './harness/site.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    devices: { type: 'string', default: '1000' },
    json: { type: 'string' },
  },
})
const [MINUTES, DEVICES] = [Number(values.minutes), Number(values.devices)]
const PATHS = ['/', '/devices/1', '/map?device=1', '/devices'] as const
const READINGS_PER_S = 50
/** One reading in this many is of the device on the page. */
const WATCHED_EVERY = 25
const AT_ONCE = 64
const MB = 1_000_000
const MINUTE_MS = 60_000

interface Sample {
  minute: number
  serviceMb: number
  pages: Record<string, { heapMb: number; nodes: number; listeners: number }>
}

await onSite(async (site) => {
  const tokens = await newTokens(site.connection, DEVICES)
  const send = (place: number) => sendReading(site, tokens[place % tokens.length]!, place)
  for (let place = 0; place < tokens.length; place += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, tokens.length - place) }, (_, offset) => send(place + offset)),
    )
  }
  const samples = await inBrowser(site, await newSession(site), async (context) => {
    const sessions = await openPages(context)
    const found: Sample[] = []
    for (let minute = 0; minute <= MINUTES && !site.signal.aborted; minute += 1) {
      if (minute > 0)
        await sendFor(MINUTE_MS, (place) =>
          send(place % WATCHED_EVERY === 0 ? 0 : place - Math.ceil(place / WATCHED_EVERY)),
        )
      found.push({ minute, serviceMb: residentMb([site.tocsin.pid]), pages: await measure(sessions) })
      if (minute < MINUTES) console.log(table(rows(found)).join('\n'))
    }
    return found
  })
  console.log(`\n${table(rows(samples)).join('\n')}`)
  saveJson(values.json, { machine: await machine(site.connection), devices: DEVICES, READINGS_PER_S, samples })
})

async function openPages(context: BrowserContext): Promise<Map<string, CDPSession>> {
  const sessions = new Map<string, CDPSession>()
  for (const path of PATHS) {
    const page = await context.newPage()
    await page.goto(path)
    await page.locator('.pill[data-state=live]').waitFor()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    sessions.set(path, session)
  }
  return sessions
}

/** Sends at a fixed rate, whatever the answers take. */
async function sendFor(ms: number, send: (place: number) => Promise<void>): Promise<void> {
  const began = performance.now()
  const sent: Promise<void>[] = []
  for (let place = 0; performance.now() - began < ms; place += 1) {
    sent.push(send(place))
    await sleep(Math.max(0, began + (place + 1) * (1_000 / READINGS_PER_S) - performance.now()))
  }
  await Promise.all(sent)
}

async function measure(sessions: ReadonlyMap<string, CDPSession>): Promise<Sample['pages']> {
  const pages: Sample['pages'] = {}
  for (const [path, session] of sessions) {
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const value = (name: string) => metrics.find((metric) => metric.name === name)!.value
    pages[path] = {
      heapMb: value('JSHeapUsedSize') / MB,
      nodes: value('Nodes'),
      listeners: value('JSEventListeners'),
    }
  }
  return pages
}

function rows(samples: readonly Sample[]): string[][] {
  const head = ['minute', 'service MB', ...PATHS.flatMap((path) => [`${path} MB`, 'nodes', 'listeners'])]
  const lines = samples.map(({ minute, serviceMb, pages }) => [
    String(minute),
    serviceMb.toFixed(0),
    ...PATHS.flatMap((path) => {
      const { heapMb, nodes, listeners } = pages[path]!
      return [heapMb.toFixed(1), String(nodes), String(listeners)]
    }),
  ])
  return [head, ...lines]
}
