import { readSetUpProgress, SET_UP_STEPS, type SetUpProgress } from '../../../core/escalation/set-up-progress.ts'
import { type Content, html } from '../../../platform/html.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { nextNight } from '../formats/next-night.ts'
import type { Reader } from './reader.ts'

/** How far the installation is set up. Null for those who cannot do it, once it is done, and for a card that was dismissed. */
export async function readSetUp(
  { db, encryptionKey, connections }: Pick<ConsoleContext, 'db' | 'encryptionKey' | 'connections'>,
  reader: Reader,
  { isForCard }: { isForCard: boolean },
): Promise<SetUpProgress | null> {
  if (!reader.may('admin', null)) return null
  const isAnybodyReachable = reader.contact.is_anybody_reachable
  const at = nextNight(reader)
  return readSetUpProgress(db, encryptionKey, connections.connections(), { isAnybodyReachable, at, isForCard })
}

/** Leads to the card, or to where it is shown again. */
export function setUpLink({ t }: Reader, progress: SetUpProgress | null): Content {
  if (progress === null) return null
  const text = t.overview.setUp.link(progress.done.size, SET_UP_STEPS.length)
  return html`<p><a href="${progress.isDismissed ? '/settings#setUp' : '/#set-up'}">${text}</a></p>`
}
