/** Closes menus on Escape and on clicks outside. */
export function closeMenus(): void {
  const open = () => document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')
  document.addEventListener('click', ({ target }) => {
    for (const menu of open()) if (!menu.contains(target as Node)) menu.open = false
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    for (const menu of open()) {
      // Escape closes the dialog first.
      if (menu.querySelector('dialog[open]') !== null) continue
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
  })
}
