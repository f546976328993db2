import { type Content, type Html, html } from '../../../platform/html.ts'
import type { Words } from '../../../words/words.ts'
import { moreActions } from '../parts/page-parts.ts'

/**
 * The actions that are possible now: at the thumb on a phone, on the right of a wide screen. `actions`: the one or two that matter, at
 * most one of them blue; `menu`: the others. Nothing is shown of those that are null.
 */
export function actionBar(
  t: Words,
  {
    id,
    topics,
    actions,
    menu,
  }: { id: string; topics: string | null; actions: readonly Content[]; menu: readonly Content[] },
): Html {
  return html`<div id="${id}" class="action-bar"${topics === null ? null : html` data-live="${topics}"`}>${actions}${moreActions(t, menu)}</div>`
}
