import type { UnheardIncident } from '../../../core/escalation/contact-notices.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { actionButton } from '../forms/forms.ts'
import { icon, live } from '../parts/page-parts.ts'
import { NOTIFICATIONS, SECOND_FACTOR } from './navigation.ts'
import type { Reader } from './reader.ts'

/** Notices above every page: an open incident of which nobody was notified, that nobody or the reader cannot be, what the reader may not do, and a source that will be refused. */
export const banners = (reader: Reader): Html =>
  html`<aside id="banners" class="banners live"${reader.may('viewer') ? html` data-live="incident"` : null} aria-label="${reader.t.notifications.banner.label}">${reader.may('viewer') ? html`${nobodyTold(reader)}${nobodyReachable(reader)}${notReached(reader)}${heldBack(reader)}${nearlyFull(reader)}` : null}</aside>`

/** The first of them for a wallboard, which has no links, about an incident of its site. */
export const wallBanner = (reader: Reader, unheard: UnheardIncident | null): Html =>
  live(
    'banners',
    'incident',
    unheard && html`<p class="notice bad">${icon('circle-alert')}${nobodyToldText(reader, unheard)}</p>`,
  )

const nobodyTold = (reader: Reader): Content => {
  const { nobody_told: unheard } = reader.contact
  return (
    unheard &&
    html`<p class="notice bad">${icon('circle-alert')}<a href="/incidents/${unheard.incident_id}">${nobodyToldText(reader, unheard)}</a></p>`
  )
}

const heldBack = ({ isHeldBack, t: { secondFactor: words } }: Reader): Content =>
  isHeldBack &&
  html`<p class="notice warn">${icon('key-round')}<span>${words.heldBack} <a href="${SECOND_FACTOR}">${words.setUp}</a></span></p>`

const nearlyFull = ({ fullQuarantine, t, format }: Reader): Content =>
  fullQuarantine &&
  html`<p class="notice warn">${icon('radio')}<span>${t.sources.nearlyFull(fullQuarantine.name, format.value('battery', Math.floor(fullQuarantine.share * 100)))} <a href="/sources/${fullQuarantine.source_id}/quarantine">${t.sources.toQuarantine}</a></span></p>`

const nobodyToldText = ({ titleOf, t }: Reader, { incident_id, ...incident }: UnheardIncident): string =>
  t.notifications.banner.nobodyTold(`#${incident_id} ${titleOf(incident)}`)

function nobodyReachable({ contact, preferences, t, csrf }: Reader): Content {
  const { banner: words } = t.notifications
  if (contact.is_anybody_reachable || (contact.is_heard_by_webhook && preferences.hides_unreachable)) return null
  return html`<div class="notice warn">${icon('bell-off')}<p>${words.nobody} <a href="${NOTIFICATIONS}">${words.setUp}</a></p>${contact.is_heard_by_webhook ? actionButton({ action: `${NOTIFICATIONS}/banner`, csrf, label: words.hideOf, inPlace: false }, words.hide) : null}</div>`
}

/** For those whom policies can call: one who answers, but has not said how to be called. Not beside the notice that nobody can be. */
function notReached({ contact, preferences, may, t, csrf }: Reader): Content {
  const { banner: words } = t.notifications
  const isCalled = contact.is_anybody_reachable && may('operator')
  if (!isCalled || contact.is_reader_reachable || preferences.hides_unreached) return null
  const hide = { action: `${NOTIFICATIONS}/banner/own`, csrf, label: words.hideOwn, inPlace: false }
  return html`<div class="notice warn">${icon('bell-off')}<p>${words.notReached} <a href="${NOTIFICATIONS}">${words.toMine}</a></p>${actionButton(hide, words.hide)}</div>`
}
