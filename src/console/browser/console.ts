// Script of every page. Pages work without it.
import './page/known-language.ts'
import 'htmx.org'
import { paletteButton } from './keys/palette-button.ts'
import { shortcuts } from './keys/shortcuts.ts'
import { followChanges } from './live/follow-changes.ts'
import { lookAgain } from './live/look-again.ts'
import { keepLooking } from './live/viewers.ts'
import { chooseAll, chooseRows } from './page/choose-all.ts'
import { copyButtons } from './page/copy-buttons.ts'
import { dialogs } from './page/dialogs.ts'
import { drafts } from './page/drafts.ts'
import { tickElapsed } from './page/elapsed.ts'
import { tellFailures } from './page/failures.ts'
import { files } from './page/files.ts'
import { closeMenus } from './page/menus.ts'
import { askForNotifications } from './page/notifications.ts'
import { ownZone } from './page/own-zone.ts'
import { isIn } from './page/page-data.ts'
import { printButtons } from './page/print-button.ts'
import { reveal } from './page/reveal.ts'
import { rowsAsLinks } from './page/rows.ts'
import { shownAt } from './page/shown-at.ts'
import { shownOnce } from './page/shown-once.ts'
import { tabs } from './page/tabs.ts'
import { tellTimes } from './page/times.ts'

/** Runs again after each swap, for new elements. */
function enhance(): void {
  copyButtons()
  tabs()
  dialogs()
  files()
  reveal()
  askForNotifications()
  chooseAll()
  printButtons()
}

enhance()
document.addEventListener('htmx:after:swap', enhance)
rowsAsLinks()
shownAt()
shownOnce()
drafts()
ownZone()
chooseRows()
closeMenus()
if (isIn) {
  tellFailures()
  tellTimes()
  tickElapsed()
  followChanges()
  shortcuts()
  paletteButton()
  lookAgain()
  keepLooking()
}
