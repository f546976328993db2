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
 * "CSV Injection". Numbers cannot be formulas and stay numbers, the negative ones too.
 */
const guarded = (text: string): string => (/^[=+\-@\t\r\n\0]/.test(text) ? `'${text}` : text)
