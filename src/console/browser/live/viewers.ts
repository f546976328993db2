import htmx from 'htmx.org'
import { ask, PART } from '../page/ask.ts'
import type { StreamChange } from './stream.ts'

/** The server drops viewers after 45 seconds without a request. */
const EVERY_MS = 20_000

/** Reports that this page is being viewed while it is visible, and shows the other viewers. */
export function keepReportingViewer(): void {
  setInterval(look, EVERY_MS)
  document.addEventListener('visibilitychange', look)
  document.addEventListener('tocsin:told', (event) => {
    const { topic, data } = (event as CustomEvent<StreamChange>).detail
    const isHere = topic === 'presence' && data.incident_id === Number(region()?.dataset.viewers)
    if (isHere || topic === 'everything') look()
  })
}

const region = () => document.querySelector<HTMLElement>('[data-viewers]')

/** The request itself is the report. */
function look(): void {
  const id = region()?.dataset.viewers
  if (id !== undefined && !document.hidden) void report(`/incidents/${id}/viewers`)
}

async function report(address: string): Promise<void> {
  const response = await ask(address, { headers: PART })
  // A paused page does not change, but counts as viewed.
  if (response?.ok !== true || response.redirected || sessionStorage.getItem('paused') === 'yes') return
  const target = region()
  if (target !== null) await htmx.swap({ text: response.text, target, swap: 'outerMorph' })
}
