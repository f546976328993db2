const known = new Map<string, string>()
let probe: HTMLElement | null = null

/** A token of the style sheet as the canvas takes it, in the theme of the moment. */
export function colour(token: string): string {
  const found = known.get(token)
  if (found !== undefined) return found
  probe ??= document.body.appendChild(Object.assign(document.createElement('i'), { hidden: true }))
  probe.style.color = `var(${token})`
  const value = getComputedStyle(probe).color
  known.set(token, value)
  return value
}

/** With a share of its strength. */
export function faint(token: string, share: number): string {
  return `color-mix(in srgb, ${colour(token)} ${share * 100}%, transparent)`
}

/** Whether pages are dark just now: the reader's choice, or their system's. */
export function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}

/** Calls back when the reader or their system changes between light and dark. */
export function onThemeChange(redraw: () => void): void {
  const change = () => {
    known.clear()
    redraw()
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', change)
  new MutationObserver(change).observe(document.documentElement, { attributeFilter: ['data-theme'] })
}
