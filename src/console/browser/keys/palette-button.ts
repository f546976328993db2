import { element } from '../page/element.ts'
import { icon } from '../page/icon.ts'
import { words } from '../page/page-data.ts'
import { openPalette } from './palette.ts'

/** A button for people who do not know the shortcut. */
export function paletteButton(): void {
  const label = words.open ?? ''
  const key = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'
  const button = element(
    'button',
    { type: 'button', class: 'palette-button', click: openPalette, title: label },
    icon('search'),
    element('span', {}, words.short ?? ''),
    element('kbd', { 'aria-hidden': 'true' }, key),
  )
  document.querySelector('.side .home')?.after(button)
}
