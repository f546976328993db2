import { type Content, html } from '../../../platform/html.ts'

const LINKS = /https?:\/\/[^\s<>"'…]+|[+(]*\d[\d ()/.-]{4,}\d/g
/** At the end of an address, these belong to the sentence. */
const AFTER_ADDRESS = /[.,;:!?)\]]+$/
const DATE = /^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\s?\d{1,2}[./]\s?\d{2,4}|\d+(\.\d+){3})$/

/** A text of people in which addresses and telephone numbers are links. */
export function linkedText(text: string): Content {
  const parts: Content[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(LINKS)) {
    const address = found.replace(AFTER_ADDRESS, '')
    const link = /^https?:/.test(found) ? webLink(address) : isNumber(found, text[index - 1]) ? callLink(found) : null
    if (link === null) continue
    parts.push(text.slice(end, index), link)
    end = index + (found.startsWith('http') ? address.length : found.length)
  }
  return [...parts, text.slice(end)]
}

const webLink = (address: string): Content => html`<a href="${address}" rel="noreferrer">${address}</a>`

const callLink = (number: string): Content => html`<a href="tel:${number.replace(/[^\d+]/g, '')}">${number}</a>`

/** Not a date, nor a version; and not the end of a word, such as of a serial number. */
function isNumber(found: string, before: string | undefined): boolean {
  if (DATE.test(found.trim()) || /[\p{L}\d_-]/u.test(before ?? ' ')) return false
  const digits = found.replace(/\D/g, '').length
  return /^[+(0]/.test(found) ? digits >= 6 && digits <= 15 : digits >= 7 && digits <= 15 && /[ /-]/.test(found)
}
