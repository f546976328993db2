import { type Content, type Html, html } from '../../platform/html.ts'

/**
 * Marks a page shown because a submission was not saved. The script then keeps the draft until the form is shown again,
 * and shows `kept` instead of `lost`.
 */
export const draftNotice = (lost: Content, kept: string): Html =>
  html`<p data-draft-kept="${kept}"${lost === null ? html` hidden` : null}>${lost}</p>`
