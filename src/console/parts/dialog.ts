import { type Content, type Html, html } from '../../platform/html.ts'

/**
 * Opens over the page with scripts; without them it is a `<details>` that unfolds in its place. For what needs a few more
 * words before it is done.
 */
export const disclosure = (
  id: string,
  button: Content,
  content: Content,
  look: 'primary' | 'quiet' | 'danger' = 'quiet',
  shortcut?: string,
): Html => html`
<details class="disclosure" id="${id}" data-dialog><summary class="button ${look}"${shortcut === undefined ? null : html` data-shortcut="${shortcut}"`}>${button}</summary><div class="unfolded">${content}</div></details>`

/** What cannot be undone, apart from the rest. */
export const dangerZone = (title: string, content: Content): Html =>
  html`<section class="card danger" aria-label="${title}"><h2>${title}</h2>${content}</section>`
