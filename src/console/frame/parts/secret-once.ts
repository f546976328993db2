import { type Html, html } from '../../../platform/html.ts'

/** A secret that is shown once, with a copy button. */
export const secretOnce = (secret: string): Html =>
  html`<div class="secret-once"><code class="secret">${secret}</code><button type="button" class="quiet" data-copy hidden></button></div>`
