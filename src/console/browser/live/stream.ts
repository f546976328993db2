import { TOPICS, type Topic } from '../../../doors/events/live-event.ts'

/** A message for a tab: a change, or the request to refresh everything. */
export type StreamChange =
  | { topic: Topic; data: Record<string, unknown> & { event: string } }
  | { topic: 'everything' | 'again'; data: { event: string } }

/** `lost` while there is no stream; the page then polls. */
export type StreamState = 'open' | 'lost'

type Message = { change: StreamChange } | { state: StreamState } | { hello: true }

const AGAIN_MS = 15_000

/**
 * One stream for all tabs of a browser, which may have only six connections to the server: the tab that holds the lock
 * reads it and broadcasts the messages. Without locks (no https), each tab has its own.
 */
export function listenToStream(onChange: (change: StreamChange) => void, onState: (state: StreamState) => void): void {
  const channel = new BroadcastChannel('tocsin-live')
  let state: StreamState = 'lost'
  const say = (message: Message) => channel.postMessage(message)

  function setState(next: StreamState): void {
    state = next
    onState(next)
    say({ state: next })
  }

  function emit(change: StreamChange): void {
    onChange(change)
    say({ change })
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('change' in data) onChange(data.change)
    else if ('state' in data) {
      hadReader = true
      onState(data.state)
    } else if (isReader) say({ state })
  })

  let isReader = false
  let hadReader = false
  const read = () => {
    isReader = true
    readStream(emit, setState, hadReader)
  }
  if (navigator.locks === undefined) read()
  else {
    // Held until this tab is closed; then another tab gets it.
    void navigator.locks.request('tocsin-live', () => {
      read()
      return new Promise<void>(() => undefined)
    })
    say({ hello: true })
  }
}

/** With `isAfterAnother`, the stream replaces one that has ended, and what happened in between counts as a change of everything. */
function readStream(
  emit: (change: StreamChange) => void,
  setState: (state: StreamState) => void,
  isAfterAnother: boolean,
): void {
  let hasGap = isAfterAnother
  let last = ''
  const open = () => {
    const source = new EventSource(`/events${last === '' ? '' : `?last_event_id=${encodeURIComponent(last)}`}`)
    const note = ({ lastEventId }: MessageEvent) => {
      if (lastEventId !== '') last = lastEventId
    }
    for (const topic of Object.keys(TOPICS) as Topic[]) {
      source.addEventListener(topic, (event: MessageEvent<string>) => {
        note(event)
        emit({ topic, data: JSON.parse(event.data) })
      })
    }
    source.addEventListener('reset', (event: MessageEvent) => {
      note(event)
      emit({ topic: 'everything', data: { event: 'reset' } })
    })
    source.addEventListener('ready', (event: MessageEvent) => {
      note(event)
      setState('open')
      // Readings are not replayed.
      if (hasGap) emit({ topic: 'everything', data: { event: 'back' } })
      hasGap = true
    })
    source.addEventListener('error', () => {
      setState('lost')
      // The browser reconnects by itself, unless it was refused.
      if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN_MS)
    })
  }
  open()
}
