import type { TestContext } from 'node:test'
import type { TestApp } from './app.ts'
import { cleanUp } from './cleanup.ts'

export interface ReceivedEvent {
  /** `Last-Event-ID` after this event. */
  id: string
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: events are what the test asserts
  data: any
}

export interface EventSource {
  status: number
  headers: Headers
  /** All events so far, including `ready`. */
  events: ReceivedEvent[]
  lastEventId(): string
  comments(): number
  /** Resolves when the condition holds; checked at each message. */
  until(isSo: () => boolean): Promise<void>
  /** Resolves with the first matching event. */
  waitFor(fits: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>
  /** Resolves when the server has ended the stream, in whatever way. */
  ended: Promise<void>
  close(): void
}

const PATIENCE_MS = 20_000

/** Opens `GET /events` like a browser; resolves once the stream is ready or refused. */
export async function openEvents(
  t: TestContext,
  app: TestApp,
  authorization: string,
  options: { query?: string; lastEventId?: string } = {},
): Promise<EventSource> {
  const over = new AbortController()
  const last = options.lastEventId === undefined ? {} : { 'last-event-id': options.lastEventId }
  const answer = await fetch(`${app.url}/events?${options.query ?? ''}`, {
    headers: { authorization, ...last },
    signal: over.signal,
  })
  cleanUp(t, () => over.abort())
  const events: ReceivedEvent[] = []
  const waiting = new Set<() => void>()
  let id = options.lastEventId ?? ''
  let comments = 0
  let isOver = false

  function dispatch(block: string): void {
    const fields = new Map<string, string>()
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^([a-z]*): ?(.*)$/.exec(line) ?? []
      if (name === '') comments += 1
      else fields.set(name, value)
    }
    id = fields.get('id') ?? id
    const data = fields.get('data')
    if (data !== undefined) events.push({ id, event: fields.get('event') ?? 'message', data: JSON.parse(data) })
    for (const look of waiting) look()
  }

  async function read(): Promise<void> {
    let text = ''
    try {
      for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (text + piece).split('\n\n')
        text = blocks.pop()!
        for (const block of blocks) dispatch(block)
      }
    } catch {
      // Closed by this side or by the server.
    }
    isOver = true
    for (const look of waiting) look()
  }

  function until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (why: string) => {
        done()
        reject(new Error(`${why}; told so far: ${JSON.stringify(events.slice(-50))}`))
      }
      const timer = setTimeout(() => giveUp('The event has not come'), PATIENCE_MS)
      const done = () => {
        clearTimeout(timer)
        waiting.delete(look)
      }
      const look = () => {
        if (isSo()) {
          done()
          resolve()
        } else if (isOver) giveUp('The stream has ended')
      }
      waiting.add(look)
      look()
    })
  }

  async function waitFor(fits: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent> {
    let place = 0
    await until(() => {
      while (place < events.length && !fits(events[place]!)) place += 1
      return place < events.length
    })
    return events[place]!
  }

  const ended = answer.status === 200 ? read() : Promise.resolve()
  const source = {
    status: answer.status,
    headers: answer.headers,
    events,
    lastEventId: () => id,
    comments: () => comments,
    until,
    waitFor,
    ended,
    close: () => over.abort(),
  }
  if (answer.status === 200) await waitFor(({ event }) => event === 'ready')
  return source
}
