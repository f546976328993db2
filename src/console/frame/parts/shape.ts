import { type Html, html } from '../../../platform/html.ts'

/** Drawn, since not every system has a font with these characters. */
const PATHS = {
  diamond: 'M6 0l6 6-6 6-6-6z',
  triangle: 'M6 1l6 10.4H0z',
  circle: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1z',
  ring: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  half: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1zm0 1.500v7a3.500 3.500 0 0 0 0-7z',
  dots: 'M6 0l1.5 3h-3zM12 6L9 7.500v-3zM6 12L4.500 9h3zM0 6l3-1.500v3z',
  square: 'M1 1h10v10H1z',
  check: 'M4.500 11L0 6.500l1.800-1.800 2.700 2.700L10.200 1.500 12 3.300z',
  cross: 'M1.800 0L6 4.200 10.200 0 12 1.800 7.800 6 12 10.200 10.200 12 6 7.800 1.800 12 0 10.200 4.200 6 0 1.800z',
} as const
export type Shape = keyof typeof PATHS

/** One of the three ways in which a state is shown: shape, colour, word. */
export const shape = (name: Shape): Html =>
  html`<svg class="shape" viewBox="0 0 12 12" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`
