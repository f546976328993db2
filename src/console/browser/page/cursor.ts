/** A moment that somebody points at, in seconds since 1970, or null for none. Charts and maps show it together. */
export interface ChartCursor {
  at: number | null
  /** Who says so, and need not be told. */
  by: unknown
}

export const pointAt = (at: number | null, by: unknown): boolean =>
  document.dispatchEvent(new CustomEvent<ChartCursor>('tocsin:cursor', { detail: { at, by } }))

export function onPoint(by: unknown, show: (at: number | null) => void): void {
  document.addEventListener('tocsin:cursor', (event) => {
    const { detail } = event as CustomEvent<ChartCursor>
    if (detail.by !== by) show(detail.at)
  })
}
