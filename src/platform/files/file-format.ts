import { timeSlices } from '../long-work/time-slices.ts'

/** A kind of file, written piece by piece: the head, each row, the foot. Pure. */
export interface FileFormat<Row> {
  head: string
  row(row: Row, isFirst: boolean): string
  foot: string
}

/** A list of JSON; `text` makes that of a row. */
export const jsonList = <Row>(text: (row: Row) => string): FileFormat<Row> => ({
  head: '[',
  row: (row, isFirst) => (isFirst ? text(row) : `,${text(row)}`),
  foot: ']',
})

/** The pieces of a file: one for each page of rows, so that memory stays flat however long it is. */
export async function* written<Row>(format: FileFormat<Row>, pages: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  const giveWay = timeSlices()
  let isFirst = true
  let text = format.head
  for await (const rows of pages) {
    for (const row of rows) {
      text += format.row(row, isFirst)
      isFirst = false
      await giveWay()
    }
    yield text
    text = ''
  }
  yield format.foot
}

/**
 * Rows by the page, each read from where the one before ended, and only when that one is taken: a slow reader holds
 * neither a connection nor a transaction of the database. Ends between two pages, with an error, when told to: a file
 * that ends early must not look whole.
 */
export async function* pagesOf<Row>(
  next: (behind: Row | null, limit: number) => Promise<Row[]>,
  pageRows: number,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  let behind: Row | null = null
  for (let isWhole = true; isWhole; ) {
    signal.throwIfAborted()
    const rows = await next(behind, pageRows)
    yield rows
    behind = rows.at(-1) ?? null
    isWhole = rows.length === pageRows
  }
}
