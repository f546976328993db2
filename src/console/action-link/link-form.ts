import { type Content, type Html, html } from '../../platform/html.ts'

/** Without a target: a form goes to the page that it is on, whose address is the proof. */
export const linkForm = (incidentId: number, content: Content): Html =>
  html`<form method="post"><input type="hidden" name="incident" value="${incidentId}">${content}</form>`
