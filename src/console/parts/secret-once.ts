import { type Html, html } from '../../platform/html.ts'

/** What is shown this once, to be copied. */
export const secretOnce = (secret: string): Html =>
  html`<div class="secret-once"><code class="secret">${secret}</code><button type="button" class="quiet" data-copy hidden></button></div>`
