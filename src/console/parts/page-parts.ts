import { type Content, type Html, html } from '../../platform/html.ts'
import { type IconName, icon } from './icon.ts'

/** Says in one sentence why there is nothing, and what to do about it. */
export const emptyState = (picture: IconName, sentence: string, action: Content = null): Html => html`
<div class="empty-state">${icon(picture)}<p>${sentence}</p>${action}</div>`

/** A part of the page that is exchanged when something of these topics changes, of one device or of any. Its id stays the same. */
export const live = (id: string, topics: string, content: Content, deviceId?: number): Html =>
  html`<div id="${id}" class="live" data-live="${topics}"${deviceId === undefined ? null : html` data-live-device="${deviceId}"`}>${content}</div>`

export const card = (title: string, content: Content, actions: Content = null): Html => {
  const id = `card-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  return html`<section class="card" aria-labelledby="${id}"><header><h2 id="${id}">${title}</h2>${actions}</header>${content}</section>`
}

export const keyValues = (pairs: readonly (readonly [name: string, value: Content])[]): Html =>
  html`<dl class="pairs">${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
