import { type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../page/reader.ts'

/** dBm at which each bar is full, from what radio modems call poor to excellent. */
const BARS = [-110, -95, -80, -65]

/** Signal strength as bars, with the number. */
export function signalBars({ t, format }: Reader, dbm: number): Html {
  const full = BARS.filter((least) => dbm >= least).length
  return html`<span class="gauge" title="${t.shared.measures.signal}"><svg class="bars" viewBox="0 0 18 14" aria-hidden="true">${BARS.map(
    (_, bar) =>
      html`<rect class="${bar < full ? 'full' : 'empty'}" x="${bar * 5}" y="${10 - bar * 3}" width="3" height="${4 + bar * 3}" rx="1"/>`,
  )}</svg><span class="unseen">${t.shared.measures.signal} </span>${format.value('signal', dbm)}</span>`
}

const LOW_PERCENT = 20
export const isLow = (percent: number): boolean => percent < LOW_PERCENT

export const batteryLevel = ({ t, format }: Reader, percent: number): Html => {
  const width = (Math.max(0, Math.min(100, percent)) / 100) * 12
  return html`<span class="gauge${isLow(percent) ? ' low' : ''}" title="${t.shared.measures.battery}"><svg class="bars" viewBox="0 0 20 14" aria-hidden="true"><rect class="frame" x="0.5" y="2.5" width="16" height="9" rx="2"/><rect class="full" x="2.5" y="4.5" width="${width.toFixed(1)}" height="5" rx="0.5"/><rect class="full" x="17.5" y="5.5" width="2" height="3" rx="1"/></svg><span class="unseen">${t.shared.measures.battery} </span>${format.value('battery', percent)}</span>`
}
