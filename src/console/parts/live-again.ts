import { type Content, type Html, html } from '../../platform/html.ts'

/**
 * A part of the page that is exchanged when something of these topics changes, and also after so many seconds: for what
 * ends without anybody being told. Null: only when told.
 */
export const liveAgain = (id: string, topics: string, afterS: number | null, content: Content): Html =>
  html`<div id="${id}" class="live" data-live="${topics} again"${afterS === null ? null : html` data-again="${afterS}"`}>${content}</div>`
