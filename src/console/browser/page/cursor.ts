/** The time under the pointer, in seconds since 1970, or null. Charts and maps share it. */
interface ChartCursor {
  at: number | null
  /** The sender, which ignores its own event. */
  by: unknown
}

export const pointAt = (at: number | null, by: unknown): boolean =>
  document.dispatchEvent(new CustomEvent<ChartCursor>('tocsin:cursor', { detail: { at, by } }))

export function onPoint(by: unknown, show: (at: number | null) => void, signal = new AbortController().signal): void {
  const onCursor = (event: Event) => {
    const { detail } = event as CustomEvent<ChartCursor>
    if (detail.by !== by) show(detail.at)
  }
  document.addEventListener('tocsin:cursor', onCursor, { signal })
}
