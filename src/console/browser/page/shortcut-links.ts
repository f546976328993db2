import { wantsShortcuts } from './page-data.ts'

/** A key presses the link that is named after it, but not while somebody types. */
export function shortcutLinks(keys: readonly string[]): void {
  if (!wantsShortcuts) return
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement
    if (!keys.includes(event.key) || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    if (target.matches('input, textarea, select, [contenteditable]')) return
    document.querySelector<HTMLElement>(`[data-shortcut="${CSS.escape(event.key)}"]`)?.click()
  })
}
