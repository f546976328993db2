import { element } from './element.ts'

/** Turns sections into tabs, with arrow keys. */
export function tabs(): void {
  for (const holder of document.querySelectorAll<HTMLElement>('[data-tabs]')) {
    if (holder.dataset.tabs === 'made') continue
    holder.dataset.tabs = 'made'
    const panels = [...holder.querySelectorAll<HTMLElement>(':scope > section')]
    const list = element('div', { role: 'tablist' })
    const buttons = panels.map((panel) => {
      const heading = panel.querySelector('h3')
      panel.setAttribute('role', 'tabpanel')
      if (heading) heading.hidden = true
      const button = element(
        'button',
        { type: 'button', role: 'tab', id: `${panel.id}-tab`, 'aria-controls': panel.id },
        heading?.textContent ?? '',
      )
      panel.setAttribute('aria-labelledby', button.id)
      return button
    })
    const choose = (place: number, focus = false) => {
      panels.forEach((panel, other) => {
        panel.hidden = other !== place
        buttons[other]!.setAttribute('aria-selected', String(other === place))
        buttons[other]!.tabIndex = other === place ? 0 : -1
      })
      if (focus) buttons[place]!.focus()
    }
    buttons.forEach((button, place) => {
      button.addEventListener('click', () => choose(place))
      button.addEventListener('keydown', ({ key }) => {
        const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
        if (step !== 0) choose((place + step + panels.length) % panels.length, true)
      })
    })
    list.append(...buttons)
    holder.prepend(list)
    choose(0)
  }
}

/** The current tab of each bar that was scrolled, so that a person's own scrolling is not undone. */
const shown = new WeakMap<Element, string>()

/** On a phone, bars of tabs are wider than the window: scrolls the current one into sight. */
export function showCurrentTab(): void {
  for (const tab of document.querySelectorAll<HTMLAnchorElement>(':is(.page-tabs, .tab-links) > [aria-current]')) {
    const bar = tab.parentElement!
    if (shown.get(bar) === tab.href) continue
    shown.set(bar, tab.href)
    const [inner, outer] = [tab.getBoundingClientRect(), bar.getBoundingClientRect()]
    bar.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
  }
}
