// Sends a map file in pieces, so that no request takes long and an interrupted upload goes on where it stopped.
import { element } from './page/element.ts'
import { csrf } from './page/page-data.ts'

const PIECE_BYTES = 2 * 1_024 * 1_024
/** Requests in a row that bring nothing forward. */
const MOST_FAILURES = 8
const PAUSE_MS = 2_000

type PageResponse = { stored: number } | { error: string }

class Refused extends Error {}

for (const holder of document.querySelectorAll<HTMLElement>('[data-upload][hidden]')) {
  holder.hidden = false
  const input = holder.querySelector<HTMLInputElement>('input[type=file]')!
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file !== undefined) void show(holder, input, file)
  })
}

async function show(holder: HTMLElement, input: HTMLInputElement, file: File): Promise<void> {
  const words = JSON.parse(holder.dataset.words!) as Record<'progress' | 'failed' | 'name', string>
  const bar = element('progress', { max: String(file.size), value: '0', 'aria-label': file.name })
  const text = element('p', { class: 'meta', role: 'status' })
  holder.querySelector('.upload-state')!.replaceChildren(bar, text)
  input.disabled = true
  const leaving = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', leaving)
  try {
    const name = nameOf(file)
    if (name === null) throw new Refused(words.name)
    await send(`${holder.dataset.upload!}${name}`, file, (stored) => {
      bar.value = stored
      text.textContent = words.progress.replace('#', String(Math.floor((100 * stored) / Math.max(file.size, 1))))
    })
    removeEventListener('beforeunload', leaving)
    location.assign(holder.dataset.then!)
  } catch (error) {
    removeEventListener('beforeunload', leaving)
    const message = error instanceof Refused ? error.message : words.failed
    holder.querySelector('.upload-state')!.replaceChildren(element('p', { class: 'error', role: 'alert' }, message))
    input.disabled = false
    input.value = ''
  }
}

/** The name under which it is stored; null if it does not look like a map file. */
function nameOf({ name }: File): string | null {
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '')
  return /^.{1,100}\.pmtiles$/.test(plain) ? plain : null
}

async function send(address: string, file: File, onStored: (stored: number) => void): Promise<void> {
  const upload = crypto.getRandomValues(new Uint32Array(4)).join('').slice(0, 40)
  let stored = 0
  let failures = 0
  // An empty file is sent too: the service says what is wrong with it.
  for (;;) {
    onStored(stored)
    const query = new URLSearchParams({ upload, size: String(file.size), offset: String(stored) })
    const taken = await sendPiece(`${address}?${query}`, file.slice(stored, stored + PIECE_BYTES))
    const next = taken === null ? stored : taken.stored
    if (next > stored) failures = 0
    else if (++failures >= MOST_FAILURES) throw new Error('The upload brings nothing forward')
    else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    stored = next
    if (taken !== null && stored >= file.size) return
  }
}

/** Null if the service cannot be reached. */
async function sendPiece(address: string, body: Blob): Promise<{ stored: number } | null> {
  const headers = { 'x-csrf-token': csrf, 'content-type': 'application/octet-stream', accept: 'application/json' }
  const response = await fetch(address, { method: 'POST', headers, body }).catch(() => null)
  if (response === null || response.status >= 500) return null
  const result = (await response.json().catch(() => ({}))) as Partial<PageResponse & { error: string; stored: number }>
  if (typeof result.stored === 'number') return { stored: result.stored }
  throw result.error === undefined ? new Error(`Answered ${response.status}`) : new Refused(result.error)
}
