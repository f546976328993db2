import type { Severity } from '../../../core/vocabulary/severities.ts'

/** Something that happened, shown on the time axis of all charts of a page. */
export interface ChartMark {
  /** Seconds since 1970. */
  at: number
  severity: Severity | null
  text: string
  address: string
}

/** The label of one mark, or of several that are too close to have their own. */
export interface MarkLabel {
  at: number
  /** The number of the mark in the list below the charts, or the first and the last. */
  text: string
  marks: readonly ChartMark[]
}

/** Labels of the marks of a range, which are in order. `apart` is the least time between two labels. Pure. */
export function tagsOf(marks: readonly ChartMark[], from: number, to: number, apart: number): MarkLabel[] {
  const groups: { first: number; marks: ChartMark[] }[] = []
  for (const [place, mark] of marks.entries()) {
    if (mark.at < from || mark.at > to) continue
    const last = groups.at(-1)
    if (last !== undefined && mark.at - last.marks[0]!.at < apart) last.marks.push(mark)
    else groups.push({ first: place + 1, marks: [mark] })
  }
  return groups.map(({ first, marks }) => ({
    at: marks[0]!.at,
    text: marks.length === 1 ? String(first) : `${first}–${first + marks.length - 1}`,
    marks,
  }))
}
