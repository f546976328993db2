// Script of every page. Pages work without it.
import './page/known-language.ts'
import 'htmx.org'
import { paletteButton } from './keys/palette.ts'
import { shortcuts } from './keys/shortcuts.ts'
import { startRefreshTimer } from './live/refresh-when-due.ts'
import { followChanges } from './live/stream-or-poll.ts'
import { keepReportingViewer } from './live/viewers.ts'
import { copyButtons, printButtons, reveal } from './page/buttons.ts'
import { chooseAll, chooseRows } from './page/choose-all.ts'
import { comboboxes, takeUnsent } from './page/comboboxes.ts'
import { dialogs } from './page/dialogs.ts'
import { drafts } from './page/drafts.ts'
import { keepAfterFailure } from './page/failures.ts'
import { fetchWhenSeen } from './page/fetch-when-seen.ts'
import { files } from './page/files.ts'
import { closeMenus } from './page/menus.ts'
import { askForNotifications } from './page/notifications.ts'
import { isIn } from './page/page-data.ts'
import { rowsAsLinks } from './page/rows.ts'
import { sendForms } from './page/send-forms.ts'
import { dropSecrets, shownAt, shownOnce } from './page/shown-once.ts'
import { showCurrentTab, tabs } from './page/tabs.ts'
import { ownZone, tickElapsed, updateRelativeTimes } from './page/times.ts'
import { showDone } from './page/toasts.ts'
import { enableDevice } from './push/enable-device.ts'
import { dropAtLogout, keepDevice } from './push/keep-device.ts'

/** Runs again after each swap, for new elements. */
function enhance(): void {
  copyButtons()
  comboboxes()
  tabs()
  showCurrentTab()
  dialogs()
  fetchWhenSeen()
  files()
  reveal()
  askForNotifications()
  enableDevice()
  chooseAll()
  printButtons()
  showDone()
}

enhance()
document.addEventListener('htmx:after:swap', enhance)
rowsAsLinks()
takeUnsent()
shownAt()
shownOnce()
dropSecrets()
drafts()
ownZone()
chooseRows()
closeMenus()
if (isIn) {
  keepAfterFailure()
  updateRelativeTimes()
  tickElapsed()
  // Others have nothing to follow, or to look for.
  if (document.querySelector('[data-live]:not([data-again])') !== null) {
    followChanges()
    shortcuts()
    paletteButton()
  }
  startRefreshTimer()
  keepReportingViewer()
  keepDevice()
  dropAtLogout()
  // Last, since the others may send a form themselves.
  sendForms()
}
