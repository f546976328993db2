import { timeSlices } from '../long-work/time-slices.ts'

/** How a file is written piece by piece: head, rows, foot. Pure. */
export interface FileFormat<Row> {
  head: string
  row(row: Row, isFirst: boolean): string
  foot: string
}

/** A JSON list; `text` serializes one row. */
export const jsonList = <Row>(text: (row: Row) => string): FileFormat<Row> => ({
  head: '[',
  row: (row, isFirst) => (isFirst ? text(row) : `,${text(row)}`),
  foot: ']',
})

/** The pieces of a file, one per page of rows, so that memory use does not depend on its length. */
export async function* written<Row>(
  format: FileFormat<Row>,
  pages: AsyncIterable<Iterable<Row>>,
): AsyncGenerator<string> {
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
 * Rows by the page, each page continuing where the last one ended and read only when the consumer is ready: a slow
 * reader holds neither a connection nor a transaction. When aborted, ends between two pages with an error: a truncated
 * file must not look complete.
 */
export async function* pagesOf<Row>(
  next: (behind: Row | null, limit: number) => Promise<Row[]>,
  pageRows: number,
  signal?: AbortSignal,
): AsyncGenerator<Row[]> {
  let behind: Row | null = null
  for (let isWhole = true; isWhole; ) {
    signal?.throwIfAborted()
    const rows = await next(behind, pageRows)
    yield rows
    behind = rows.at(-1) ?? null
    isWhole = rows.length === pageRows
  }
}
