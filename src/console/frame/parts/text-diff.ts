import { type Html, html } from '../../../platform/html.ts'

interface DiffLine {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Limit of compared pairs of lines; beyond it, everything between the first and last change counts as replaced. */
const MOST_PAIRS = 1_000_000

/** Line diff of two texts by their longest common subsequence. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, fresh] = [before, after].map((text) => text.trimEnd().split('\n')) as [string[], string[]]
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1
  let end = 0
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1
  const [gone, added] = [old, fresh].map((lines) => lines.slice(start, lines.length - end)) as [string[], string[]]
  const changed =
    gone.length * added.length > MOST_PAIRS
      ? [...linesOf('gone', gone), ...linesOf('new', added)]
      : aligned(gone, added)
  return [...linesOf('same', old.slice(0, start)), ...changed, ...linesOf('same', old.slice(old.length - end))]
}

const linesOf = (kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] => texts.map((text) => ({ kind, text }))

function aligned(old: readonly string[], fresh: readonly string[]): DiffLine[] {
  // Number of common lines after each pair of positions.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1))
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      common[i]![j] =
        old[i] === fresh[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
    }
  }
  const lines: DiffLine[] = []
  for (let i = 0, j = 0; i < old.length || j < fresh.length; ) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      lines.push({ kind: 'same', text: old[i]! })
      i += 1
      j += 1
    } else if (j >= fresh.length || (i < old.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push({ kind: 'gone', text: old[i]! })
      i += 1
    } else {
      lines.push({ kind: 'new', text: fresh[j]! })
      j += 1
    }
  }
  return lines
}

const SIGNS = { same: ' ', gone: '−', new: '+' } as const

/** A unified diff, with removed and added lines marked by sign and colour. */
export const diffView = (before: string, after: string, label: string): Html => html`
<pre class="text-diff" tabindex="0" aria-label="${label}"><code>${diffLines(before, after).map(
  ({ kind, text }) =>
    html`<span class="${kind}">${SIGNS[kind]} ${text}
</span>`,
)}</code></pre>`
