import { encode } from 'uqr'
import { type Html, html } from '../../../platform/html.ts'

/** QR readers need a margin of four modules, and dark on light in every theme. */
const MARGIN = 4

/** A QR code, drawn by the server, so that the text goes nowhere else. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN })
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${path}"/></svg>`
}
