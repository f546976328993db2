const known = new Map<string, string>()
let probe: HTMLElement | null = null

/** A colour token of the style sheet in the current theme, in a form that canvases accept. */
export function colour(token: string): string {
  const found = known.get(token)
  if (found !== undefined) return found
  probe ??= document.body.appendChild(Object.assign(document.createElement('i'), { hidden: true }))
  probe.style.color = `var(${token})`
  const value = getComputedStyle(probe).color
  known.set(token, value)
  return value
}

/** The colour with this share of its opacity. */
export function faint(token: string, share: number): string {
  return `color-mix(in srgb, ${colour(token)} ${share * 100}%, transparent)`
}

/** Whether the page is dark now: by the person's choice, or the system's. */
export function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}

/** Calls back when the person or the system switches between light and dark, until the signal is aborted. */
export function onThemeChange(redraw: () => void, signal = new AbortController().signal): void {
  const change = () => {
    known.clear()
    redraw()
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', change, { signal })
  const observer = new MutationObserver(change)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  signal.addEventListener('abort', () => observer.disconnect())
}
