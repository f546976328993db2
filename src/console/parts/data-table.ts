import { type Content, type Html, html } from '../../platform/html.ts'

export interface Column<Row> {
  /** Stands above the column, and beside the value on a phone. */
  name: string
  show: (row: Row) => Content
  /** Numbers stand under each other by their ends; actions and boxes to tick are as narrow as they can be. */
  kind?: 'number' | 'actions' | 'main' | 'select'
  /** Where it is sorted by this column; absent when it cannot be. */
  sort?: { address: string; direction: 'ascending' | 'descending' | null }
}

export interface DataTable<Row> {
  /** What the rows are, for those who do not see the page. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Tells rows apart across changes. */
  key: (row: Row) => string | number
  /** Where a row leads; the whole row can be pressed. */
  address?: (row: Row) => string
}

/** Rows and columns, on a phone a card for each row. */
export const dataTable = <Row>({ caption, columns, rows, key, address }: DataTable<Row>): Html => html`
<div class="table-frame">
<table class="data">
  <caption class="unseen">${caption}</caption>
  <thead><tr>${columns.map(head)}</tr></thead>
  <tbody>
    ${rows.map(
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
