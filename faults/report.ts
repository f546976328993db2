import type { Findings } from './check.ts'

export interface Row {
  id: string
  name: string
  /** Reason why it did not run; then there are no findings. */
  skipped?: string
  injected: number
  remark?: string
  findings?: Findings
}

const HEADINGS = [
  '',
  'fault',
  'faults',
  'sent',
  'ok',
  'fail',
  'info',
  'cut',
  'stored',
  'lost',
  'phantom',
  'duplicate',
  'broken',
]

export const isClean = ({ findings }: Row): boolean =>
  findings === undefined ||
  (findings.lost === 0 && findings.phantom === 0 && findings.duplicate === 0 && brokenEffects(findings) === 0)

export function printed(rows: readonly Row[]): string {
  const cells = rows.map(({ id, name, injected, findings }) => {
    if (findings === undefined) return [id, name, ...Array<string>(HEADINGS.length - 2).fill('-')]
    const { counts, stored, lost, phantom, duplicate } = findings
    const numbers = [
      injected,
      counts.sent,
      counts.ok,
      counts.fail,
      counts.info,
      counts.cut,
      stored,
      lost,
      phantom,
      duplicate,
    ]
    return [id, name, ...numbers.map(String), String(brokenEffects(findings))]
  })
  const remarks = rows.flatMap(({ id, skipped, remark, findings }) => [
    ...(skipped === undefined ? [] : [`${id}: skipped, ${skipped}`]),
    ...(remark === undefined ? [] : [`${id}: ${remark}`]),
    ...Object.entries(findings?.broken ?? {}).map(([what, times]) => `${id}: ${what} (${times})`),
  ])
  return `${[...table([HEADINGS, ...cells]), '', ...remarks].join('\n').trimEnd()}\n`
}

const brokenEffects = ({ broken }: Findings): number => Object.values(broken).reduce((sum, times) => sum + times, 0)

function table(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const cell = (text: string, column: number) =>
    column < 2 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!)
  return rows.map((row) => row.map(cell).join('  '))
}
