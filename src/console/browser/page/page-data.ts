import { ask, PART, type PageResponse } from './ask.ts'

const { dataset } = document.body

/** Data of the server for this page's scripts; empty on pages without a login. */
export const words: Record<string, string> = JSON.parse(dataset.words ?? '{}')
export const pageEntries: { name: string; address: string }[] = JSON.parse(dataset.places ?? '[]')
export const csrf = dataset.csrf ?? ''
export const ownEmail = dataset.email ?? ''
export const isIn = dataset.csrf !== undefined
export const wantsShortcuts = dataset.shortcuts === 'true'
export const wantsSound = dataset.sound === 'true'
/** Null until the person or the browser has set it. */
export const zone = dataset.zone === '' ? null : (dataset.zone ?? null)

/** Submits a form in the background; null without a response. */
export function sendForm(action: string, fields: Record<string, string>): Promise<PageResponse | null> {
  return ask(action, { method: 'POST', headers: PART, body: new URLSearchParams({ _csrf: csrf, ...fields }) })
}
