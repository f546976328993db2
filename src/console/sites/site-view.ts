import type { ReadingLimits } from '../../core/ingestion/reading-limits.ts'
import { MOST_FAMILY_DEVICES } from '../../core/people/memberships.ts'
import { MEMBER_ROLES } from '../../core/reach/role.ts'
import { MOST_READINGS_PER_MINUTE } from '../../core/sites/site-shapes.ts'
import type { SiteMember, SiteRecord } from '../../core/sites/site-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import {
  actionButton,
  choice,
  doneOf,
  type FormState,
  field,
  filled,
  form,
  formMessage,
  textArea,
} from '../frame/forms/forms.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, dangerZone } from '../frame/parts/page-parts.ts'
import { retentionForm, type SiteRetention } from './site-retention.ts'

export interface SitePage {
  reader: Reader
  site: SiteRecord
  members: readonly SiteMember[]
  /** Limits of sites that have none of their own. */
  installation: ReadingLimits
  retention: SiteRetention
  states: Partial<Record<'about' | 'member' | 'devices' | 'limits' | 'retention' | 'page', FormState>>
  done: string | undefined
}

const EMPTY = { values: {}, errors: {}, message: null }

export function siteView(page: SitePage): Html {
  const { reader, site, states, done } = page
  const { sites: words } = reader.t
  return shell(
    reader,
    {
      title: site.name,
      place: 'sites',
      trail: [{ name: reader.t.shared.places.sites, address: '/sites' }],
      actions: html`${reader.may('admin', site.id) ? html`<a class="button quiet" href="/sites/${site.id}/status-page">${reader.t.statusPages.title}</a>` : null}<a class="button quiet" href="/devices?site=${site.id}">${reader.t.shared.places.devices}: ${site.devices}</a>`,
    },
    html`
    ${doneOf(words.done, done)}
    ${formMessage(states.page ?? EMPTY)}
    ${
      reader.may('admin', site.id)
        ? html`<div class="columns">${card(reader.t.shared.places.users, members(page))}<div class="stack">${card(words.about, about(page))}${moveHere(page)}</div></div>
          ${reader.may('admin', null) ? html`<div class="columns">${card(words.limits.title, limitsForm(page))}${card(reader.t.settings.retention.title, retentionForm(reader, site, page.retention, states.retention))}</div>${deletion(page)}` : limitsInForce(page)}`
        : html`<div class="columns">${card(words.about, html`<p>${site.notes}</p>`)}${moveHere(page)}</div>`
    }`,
  )
}

function about({ reader: { t, csrf }, site, states }: SitePage): Html {
  const { sites: words } = t
  const state = filled({ name: site.name, notes: site.notes }, states.about)
  return form(
    { action: `/sites/${site.id}`, csrf, label: words.about },
    html`
    ${formMessage(states.about ?? EMPTY)}
    ${field({ name: 'name', label: t.terms.name, maxlength: 100, autocomplete: 'off' }, state)}
    ${textArea({ name: 'notes', label: t.terms.notes, optional: true }, state)}
    <button>${t.shared.save}</button>`,
  )
}

/** Devices of other sites, with their past. */
function moveHere({ reader, site, states }: SitePage): Content {
  const { t, csrf } = reader
  const { moveHere: words } = t.sites
  if (reader.sites.length < 2 || !reader.may('operator', site.id)) return null
  const state = states.devices ?? EMPTY
  return card(
    words.title,
    form(
      { action: `/sites/${site.id}/devices`, csrf, label: words.title },
      html`
      ${formMessage(state)}
      <p class="meta">${words.hint}</p>
      ${textArea({ name: 'devices', label: t.shared.places.devices, hint: t.silences.form.devicesHint, rows: 3, offers: { of: 'devices' } }, state)}
      <button>${words.move}</button>`,
    ),
  )
}

function members({ reader, site, members: all, states }: SitePage): Html {
  const { t, csrf } = reader
  const { sites: words } = t
  const roles = MEMBER_ROLES.map((role) => ({ value: role, text: t.shared.roles[role] }))
  const state = states.member ?? EMPTY
  return html`
  <p class="meta">${words.membersHint}</p>
  ${
    all.length === 0
      ? html`<p class="empty">${words.noMembers}</p>`
      : dataTable({
          caption: t.shared.places.users,
          rows: all,
          key: ({ user_id }) => `member-${user_id}`,
          columns: [
            {
              name: t.terms.person,
              kind: 'main',
              show: ({ name, email }) =>
                html`<span class="stacked"><span>${name}</span><span class="meta">${email}</span></span>`,
            },
            {
              name: t.terms.role,
              show: ({ role, devices }) =>
                html`${t.shared.roles[role]}${devices && html`<br><span class="meta">${devices.map((device) => device.name).join(', ')}</span>`}`,
            },
            {
              name: t.terms.remove,
              kind: 'actions',
              show: ({ user_id, name }) =>
                actionButton(
                  { action: `/sites/${site.id}/members/${user_id}/removal`, csrf, label: words.leaveLabel(name) },
                  t.terms.remove,
                ),
            },
          ],
        })
  }
  <h3 id="add-member">${words.addMember}</h3>
  ${form(
    { action: `/sites/${site.id}/members`, csrf, label: words.addMember },
    html`
    ${formMessage(state)}
    ${field({ name: 'email', label: t.terms.email, type: 'email', hint: words.emailHint, autocomplete: 'off', maxlength: 254 }, state)}
    ${choice({ name: 'role', label: t.terms.role, options: roles.toReversed(), chosen: 'viewer' }, state)}
    ${textArea({ name: 'family_devices', label: words.familyDevices, hint: words.familyHint(MOST_FAMILY_DEVICES), rows: 2, optional: true, offers: { of: 'devices' } }, state)}
    <button class="primary">${words.invite}</button>`,
  )}`
}

const shown = (limit: number | null): string => (limit === null ? '' : String(limit))

function limitsForm({ reader: { t, csrf }, site, installation, states }: SitePage): Html {
  const { limits: words } = t.sites
  const state = filled(
    {
      device_readings_per_minute: shown(site.device_readings_per_minute),
      site_readings_per_minute: shown(site.site_readings_per_minute),
    },
    states.limits,
  )
  const limit = { type: 'number', min: 0, max: MOST_READINGS_PER_MINUTE, optional: true } as const
  return form(
    { action: `/sites/${site.id}/limits`, csrf, label: words.title },
    html`
    ${formMessage(states.limits ?? EMPTY)}
    <p>${words.hint}</p>
    <div class="pairs-of-fields">
      ${field({ name: 'device_readings_per_minute', label: words.device, hint: words.empty(installation.device), ...limit }, state)}
      ${field({ name: 'site_readings_per_minute', label: words.site, hint: words.empty(installation.site), ...limit }, state)}
    </div>
    <button>${words.save}</button>`,
  )
}

/** Limits in force, for administrators of the site. */
function limitsInForce({ reader: { t }, site, installation }: SitePage): Content {
  const { limits: words } = t.sites
  const device = site.device_readings_per_minute ?? installation.device
  const together = site.site_readings_per_minute ?? installation.site
  if (device === 0 && together === 0) return null
  return card(
    words.title,
    html`<ul>${device === 0 ? null : html`<li>${words.ofDevice(device)}</li>`}${together === 0 ? null : html`<li>${words.ofSite(together)}</li>`}</ul>`,
  )
}

const deletion = ({ reader: { t, csrf }, site }: SitePage): Content =>
  dangerZone(
    t.sites.delete,
    html`<p>${t.sites.deleteHint}</p>${actionButton({ action: `/sites/${site.id}/removal`, csrf, inPlace: false, look: 'danger' }, t.sites.delete)}`,
  )
