import { type Content, html } from '../../platform/html.ts'
import { icon } from '../parts/page-parts.ts'
import { actionButton } from './forms.ts'
import { NOTIFICATIONS } from './navigation.ts'
import type { Reader } from './reader.ts'

/** Notices above every page: an open incident of which nobody was notified, and that nobody can be. */
export function banners(reader: Reader): Content {
  const parts = [nobodyTold(reader), nobodyReachable(reader)].filter((part) => part !== null)
  if (parts.length === 0) return null
  return html`<aside class="banners" aria-label="${reader.t.notifications.banner.label}">${parts}</aside>`
}

function nobodyTold({ reach, titleOf, t }: Reader): Content {
  if (reach.nobody_told === null) return null
  const { incident_id, ...incident } = reach.nobody_told
  return html`<p class="notice bad">${icon('circle-alert')}<a href="/incidents/${incident_id}">${t.notifications.banner.nobodyTold(`#${incident_id} ${titleOf(incident)}`)}</a></p>`
}

function nobodyReachable({ reach, preferences, t, csrf }: Reader): Content {
  const { banner: words } = t.notifications
  if (reach.is_anybody_reachable || (reach.is_heard_by_webhook && preferences.hides_unreachable)) return null
  return html`<div class="notice warn">${icon('bell-off')}<p>${words.nobody} <a href="${NOTIFICATIONS}">${words.setUp}</a></p>${reach.is_heard_by_webhook ? actionButton({ action: `${NOTIFICATIONS}/banner`, csrf, label: words.hideOf, inPlace: false }, words.hide) : null}</div>`
}
