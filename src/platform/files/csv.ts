/** Separators of cells. A German Excel writes semicolons, and "Unicode text" has tabs. */
const SEPARATORS = [',', ';', '\t'] as const

/** The separator of a table, by its first line. */
export function separatorOf(beginning: string): string {
  const [head = ''] = beginning.replace(/^\uFEFF?[\r\n]*/, '').split(/[\r\n]/, 1)
  const bare = head.replaceAll(/"[^"]*"/g, '')
  const count = (separator: string): number => bare.split(separator).length
  return SEPARATORS.reduce((most, separator) => (count(separator) > count(most) ? separator : most))
}

export type CsvCell = string | number | boolean | null

/** A line of CSV (RFC 4180). Null is an empty cell. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = guarded(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const STARTS = '=+\\-@\\0＝＋－＠'

/**
 * Spreadsheets run a text that begins with one of these, also in full width, as a formula; a leading apostrophe keeps it a text (OWASP, "CSV
 * Injection"). Where cells are separated by semicolons or tabs, as in a German Excel, such a character in the middle of
 * a text begins a new cell, and quotes that are not at the beginning of a text do not protect it, so line breaks begin
 * a new row too. Numbers cannot be formulas and stay numbers, also negative ones.
 */
const beforeFormula = (mark: string): RegExp =>
  new RegExp(`^${mark}(?='*[${STARTS}\\t\\r\\n])|(?<=[;\\t\\r\\n])${mark}(?=[ "']*[${STARTS}])`, 'g')
const [UNGUARDED, GUARDED] = [beforeFormula(''), beforeFormula("'")]

const guarded = (text: string): string => text.replace(UNGUARDED, "'")

/** Removes the apostrophe that `csvLine` puts before texts that look like a formula. */
export const unguarded = (text: string): string => text.replace(GUARDED, '')
