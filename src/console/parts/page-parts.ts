import { type Content, type Html, html } from '../../platform/html.ts'
import { type IconName, icon } from './icon.ts'

/** Explains in one sentence why a list is empty, with a next step. */
export const emptyState = (picture: IconName, sentence: string, action: Content = null): Html => html`
<div class="empty-state">${icon(picture)}<p>${sentence}</p>${action}</div>`

/**
 * A part of the page that is refreshed when one of these topics changes, for one device or any. Its id must be stable.
 */
export const live = (id: string, topics: string, content: Content, deviceId?: number): Html =>
  html`<div id="${id}" class="live" data-live="${topics}"${deviceId === undefined ? null : html` data-live-device="${deviceId}"`}>${content}</div>`

export const card = (title: string, content: Content, actions: Content = null): Html => {
  const id = `card-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  return html`<section class="card" aria-labelledby="${id}"><header><h2 id="${id}">${title}</h2>${actions}</header>${content}</section>`
}

export const keyValues = (pairs: readonly (readonly [name: string, value: Content])[]): Html =>
  html`<dl class="pairs">${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
