import { type Content, type Html, html } from '../../platform/html.ts'

/**
 * Marks a page that somebody sees because what they sent was not saved. The script of the page then keeps their draft
 * until they are back at the form, and shows `kept` in place of `lost`.
 */
export const draftNotice = (lost: Content, kept: string): Html =>
  html`<p data-draft-kept="${kept}"${lost === null ? html` hidden` : null}>${lost}</p>`
