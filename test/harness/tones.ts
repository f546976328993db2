import type { Page } from 'playwright-core'

/** Counts the tones that the pages of this window play from now on in `tones`. */
export const countTones = (page: Page): Promise<unknown> =>
  page.addInitScript(`(() => {
    window.tones = 0
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function () { window.tones += 1; start.call(this) }
  })()`)
