import htmx from 'htmx.org'
import type { Told } from './stream.ts'

/** The server forgets who has not asked for 45 seconds. */
const EVERY_MS = 20_000

/** Says that this page is looked at, as long as it is in sight, and shows who else does. */
export function keepLooking(): void {
  setInterval(look, EVERY_MS)
  document.addEventListener('visibilitychange', look)
  document.addEventListener('tocsin:told', (event) => {
    const { topic, data } = (event as CustomEvent<Told>).detail
    const isHere = topic === 'presence' && data.incident_id === Number(region()?.dataset.viewers)
    if (isHere || topic === 'everything') look()
  })
}

const region = () => document.querySelector<HTMLElement>('[data-viewers]')

/** Asking says it. */
function look(): void {
  const id = region()?.dataset.viewers
  if (id !== undefined && !document.hidden) void ask(`/incidents/${id}/viewers`)
}

async function ask(address: string): Promise<void> {
  const answer = await fetch(address, { headers: { 'HX-Request': 'true', accept: 'text/html' } }).catch(() => null)
  // A page that is paused stays as it is, but is looked at all the same.
  if (answer?.ok !== true || answer.redirected || sessionStorage.getItem('paused') === 'yes') return
  const text = await answer.text()
  const target = region()
  if (target !== null) await htmx.swap({ text, target, swap: 'outerMorph' })
}
