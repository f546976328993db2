export type CsvCell = string | number | boolean | null

/** A line of CSV as RFC 4180 has it; null is an empty cell. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = guarded(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Spreadsheets take a text that begins so for a formula and run it; an apostrophe in front makes it a text again. OWASP,
 * "CSV Injection". Where a semicolon or a tab parts the cells, as in a German Excel, one begins behind each of these in
 * the middle of a text, and quotes that are not at its beginning hold nothing together: there a new line begins one, too.
 * Numbers cannot be formulas and stay numbers, the negative ones too.
 */
const beforeFormula = (mark: string): RegExp =>
  new RegExp(`^${mark}(?='*[=+\\-@\\t\\r\\n\\0])|(?<=[;\\t\\r\\n])${mark}(?=[ "']*[=+\\-@\\0])`, 'g')
const [UNGUARDED, GUARDED] = [beforeFormula(''), beforeFormula("'")]

const guarded = (text: string): string => text.replace(UNGUARDED, "'")

/** Undoes the guard that our own files put before texts that a spreadsheet would take for a formula. */
export const unguarded = (text: string): string => text.replace(GUARDED, '')
