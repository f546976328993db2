import { type Content, type Html, html } from '../../platform/html.ts'

/** A dialog with scripts; without them, a `<details>` element. For actions that need a few more fields. */
export const disclosure = (
  id: string,
  button: Content,
  content: Content,
  look: 'primary' | 'quiet' | 'danger' = 'quiet',
  shortcut?: string,
): Html => html`
<details class="disclosure" id="${id}" data-dialog><summary class="button ${look}"${shortcut === undefined ? null : html` data-shortcut="${shortcut}"`}>${button}</summary><div class="unfolded">${content}</div></details>`

/** Section for actions that cannot be undone. */
export const dangerZone = (title: string, content: Content): Html =>
  html`<section class="card danger" aria-label="${title}"><h2>${title}</h2>${content}</section>`
