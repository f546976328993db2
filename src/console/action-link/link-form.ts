import { type Content, type Html, html } from '../../platform/html.ts'
import { formHere } from '../frame/forms/forms.ts'

export const linkForm = (incidentId: number, content: Content): Html =>
  formHere(html`<input type="hidden" name="incident" value="${incidentId}">${content}`)
