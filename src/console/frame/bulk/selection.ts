import { type Content, type Html, html } from '../../../platform/html.ts'
import { form } from '../forms/forms.ts'
import type { Column } from '../lists/data-table.ts'
import type { Reader } from '../page/reader.ts'

const FORM = 'selection'

/** Takes the ticked rows of the table; the page is loaded again, so that nothing stays ticked. */
export const selectionForm = ({ csrf, address }: Reader, action: string, all: string, buttons: Content): Html =>
  form(
    { action, csrf, id: FORM },
    html`<input type="hidden" name="to" value="${address}">
    <label class="choose-all" hidden><input type="checkbox" data-choose-all="${FORM}">${all}</label>
    ${buttons}`,
  )

/** The column of boxes to tick, for rows that have a label. */
export const selectColumn = <Row>(
  name: string,
  box: (row: Row) => { id: number; label: string } | null,
): Column<Row> => ({
  name,
  kind: 'select',
  show(row) {
    const shown = box(row)
    return shown === null
      ? null
      : html`<input type="checkbox" name="ids" value="${shown.id}" form="${FORM}" aria-label="${shown.label}">`
  },
})
