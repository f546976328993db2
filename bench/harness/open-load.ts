// Open-loop load generator in a process of its own: requests are sent at a fixed rate regardless of answers, on plain
// sockets with one request at a time each. If no socket is free, a request is counted and skipped.
import { connect, type Socket } from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import { mainThreadMs } from './cpu-time.ts'
import { readingBody } from './readings.ts'

export interface OpenLoad {
  url: string
  tokens: string[]
  /** Sent instead of readings: the same body each time, but for its number. Refusals are counted as such. */
  message?: { header: string; body: string }
  /** Requests a second. */
  rate: number
  seconds: number
  connections: number
  /** The service, to see how much its main thread does while a request waits. */
  pid?: number
}

export interface OpenResult {
  seconds: number
  sent: number
  stored: number
  refused: number
  skipped: number
  failed: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  mostMs: number
  /** Processor time of the service's main thread while a request waited: the wait without that for the processor. */
  busy95Ms: number
  busyMostMs: number
  generatorCores: number
  secondsOf: { refused: number; slow: number }[]
}

const TICK_MS = 1
const SLOW_MS = 1_000
/** For outstanding answers at the end. */
const TAIL_MS = 10_000

process.once('message', (load: OpenLoad) => void run(load))

async function run({ url, tokens, message, rate, seconds, connections, pid }: OpenLoad): Promise<void> {
  const { hostname, port, pathname, host } = new URL(url)
  const result = { sent: 0, stored: 0, refused: 0, skipped: 0, failed: 0 }
  const secondsOf = Array.from({ length: Math.ceil(seconds) }, () => ({ refused: 0, slow: 0 }))
  const latencies = createHistogram()
  const busy = createHistogram()
  const ranMs = () => (pid === undefined ? 0 : mainThreadMs(pid))
  const free: Client[] = []
  const began = performance.now()
  const secondOf = () => secondsOf[Math.min(secondsOf.length - 1, Math.floor((performance.now() - began) / 1_000))]!

  interface Client {
    socket: Socket
    sentAt: number | null
    ranAtMs: number
  }
  const open = (): Client => {
    const client: Client = { socket: connect(Number(port), hostname), sentAt: null, ranAtMs: 0 }
    client.socket.setNoDelay(true).on('data', (chunk) => answered(client, chunk.toString('latin1', 0, 12)))
    client.socket.on('error', () => undefined)
    client.socket.on('close', () => {
      if (client.sentAt !== null) result.failed += 1
      const place = free.indexOf(client)
      if (place !== -1) free.splice(place, 1)
    })
    return client
  }
  /** Answers are short enough to arrive in one chunk. */
  function answered(client: Client, statusLine: string) {
    if (client.sentAt === null) return
    const ms = performance.now() - client.sentAt
    client.sentAt = null
    if (statusLine.endsWith('200') || statusLine.endsWith('204')) {
      result.stored += 1
      latencies.record(Math.max(1, Math.round(ms * 1_000)))
      busy.record(Math.max(1, Math.round((ranMs() - client.ranAtMs) * 1_000)))
    } else if (statusLine.endsWith('503') || (message !== undefined && statusLine.endsWith('429'))) {
      result.refused += 1
      secondOf().refused += 1
    } else result.failed += 1
    if (ms > SLOW_MS) secondOf().slow += 1
    free.push(client)
  }
  const all = Array.from({ length: connections }, open)
  await Promise.all(all.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
  free.push(...all)

  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  let due = 0
  let made = 0
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = (performance.now() - start) / 1_000
      const now = Date.now()
      for (const target = Math.floor(elapsed * rate); due < target; due += 1) {
        const client = free.shift()
        if (client === undefined) {
          result.skipped += target - due
          due = target
          break
        }
        const body = message === undefined ? readingBody(made, now) : `{"number":${made},${message.body.slice(1)}`
        const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`
        client.sentAt = performance.now()
        client.ranAtMs = ranMs()
        const token = tokens[made % tokens.length]!
        client.socket.write(
          `${head}${message?.header ?? 'X-Device-Token'}: ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
          'latin1',
        )
        made += 1
        result.sent += 1
      }
      if (elapsed < seconds) return
      clearInterval(timer)
      resolve()
    }, TICK_MS)
  })
  const measured = (performance.now() - start) / 1_000
  const cpu = process.cpuUsage(cpuBefore)
  const atTheEnd = { ...result }
  const patience = Date.now() + TAIL_MS
  while (all.some(({ sentAt }) => sentAt !== null) && Date.now() < patience) await new Promise((r) => setTimeout(r, 20))
  process.send?.({
    ...atTheEnd,
    failed: result.failed + all.filter(({ sentAt }) => sentAt !== null).length,
    seconds: measured,
    p50Ms: latencies.percentile(50) / 1_000,
    p95Ms: latencies.percentile(95) / 1_000,
    p99Ms: latencies.percentile(99) / 1_000,
    mostMs: latencies.max / 1_000,
    busy95Ms: busy.percentile(95) / 1_000,
    busyMostMs: busy.max / 1_000,
    generatorCores: (cpu.user + cpu.system) / 1e6 / measured,
    secondsOf,
  } satisfies OpenResult)
  process.disconnect?.()
  for (const { socket } of all) socket.destroy()
}
