import { type Html, html } from '../../../platform/html.ts'
import { withQuery } from '../page/addresses.ts'
import type { Reader } from '../page/reader.ts'
import type { Column } from './data-table.ts'

/** Column and direction that a list is sorted by. */
interface Order<By extends string = string> {
  by: By
  descending: boolean
}

type Sort = NonNullable<Column<never>['sort']>

/** The words of `?sort=`: each column, and with a minus each column descending. */
export const sortWords = (sorts: readonly string[]): string[] => sorts.flatMap((by) => [by, `-${by}`])

/** The order of such a word. */
export const orderIn = <By extends string>(word: string): Order<By> => ({
  by: word.replace('-', '') as By,
  descending: word.startsWith('-'),
})

/** Sorting by a column: at first in its natural direction, which `first` says as a word; then in the other. */
export function sortBy<By extends string>(
  { address }: Reader,
  order: Order<By>,
  first: NoInfer<By> | `-${NoInfer<By>}`,
): Sort {
  const natural = orderIn<By>(first)
  const isThis = order.by === natural.by
  const descending = isThis ? !order.descending : natural.descending
  return {
    address: withQuery(address, { sort: `${descending ? '-' : ''}${natural.by}` }),
    direction: isThis ? (order.descending ? 'descending' : 'ascending') : null,
  }
}

/** The same links for narrow screens, where tables have no headings. */
export const sortChips = <Row>({ t }: Reader, columns: readonly Column<Row>[]): Html => html`
<div class="filters sorts"><span class="meta" id="sorts">${t.shared.sortBy}</span><ul class="chips" aria-labelledby="sorts">${columns.map(
  ({ name, sort }) =>
    sort === undefined
      ? null
      : html`<li><a href="${sort.address}"${sort.direction === null ? null : html` aria-current="true" class="${sort.direction}"`}>${name}</a></li>`,
)}</ul></div>`
