import { type Content, type Html, html } from '../../../platform/html.ts'

/**
 * A part of the page that is refreshed when one of these topics changes, and also after this many seconds, for states
 * that end without an event. Null: only by events.
 */
export const liveAgain = (id: string, topics: string, afterS: number | null, content: Content): Html =>
  html`<div id="${id}" class="live" data-live="${topics} again"${afterS === null ? null : html` data-again="${afterS}"`}>${content}</div>`
