import { type Content, each, type Html, html } from '../../../platform/html.ts'

export interface Column<Row> {
  /** Heading of the column; on a phone it stands beside the value. */
  name: string
  show: (row: Row) => Content
  /** Numbers are right-aligned; action and checkbox columns are narrow. On a phone, the lead is in the first line with them. */
  kind?: 'number' | 'actions' | 'main' | 'select' | 'lead'
  /** Link for sorting by this column; absent if it is not sortable. */
  sort?: { address: string; direction: 'ascending' | 'descending' | null }
}

interface DataTable<Row> {
  /** Description for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Identifies a row across updates. */
  key: (row: Row) => string | number
  /** Address of a row; the whole row is clickable. */
  address?: (row: Row) => string
}

/** A table; on a phone, a card for each row. */
export const dataTable = <Row>({ caption, columns, rows, key, address }: DataTable<Row>): Html => html`
<div class="table-frame">
<table class="data">
  <caption class="unseen">${caption}</caption>
  <thead><tr>${columns.map(head)}</tr></thead>
  <tbody>
    ${each(
      rows,
      (row) => html`<tr id="row-${key(row)}"${address === undefined ? null : html` data-href="${address(row)}"`}>
      ${columns.map(
        ({ name, kind, show }) =>
          html`<td class="${kind ?? 'text'}" data-label="${isNameless(kind) ? '' : name}">${show(row)}</td>`,
      )}
    </tr>`,
    )}
  </tbody>
</table>
</div>`

const head = <Row>({ name, kind, sort }: Column<Row>): Html => {
  const shown = isNameless(kind) ? html`<span class="unseen">${name}</span>` : html`${name}`
  if (sort === undefined) return html`<th scope="col" class="${kind ?? 'text'}">${shown}</th>`
  const { address, direction } = sort
  return html`<th scope="col" class="${kind ?? 'text'}" aria-sort="${direction ?? 'none'}"><a href="${address}">${shown}</a></th>`
}

const isNameless = (kind: Column<never>['kind']): boolean => kind === 'actions' || kind === 'select'
