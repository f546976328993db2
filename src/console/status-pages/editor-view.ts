import type { SiteRecord } from '../../core/sites/site-store.ts'
import type { StoredNotice } from '../../core/status-pages/notice-store.ts'
import type { ServiceState } from '../../core/status-pages/status-page.ts'
import { MOST_DEVICES } from '../../core/status-pages/status-page-shapes.ts'
import type { PageDevice, PageTag, StatusPage } from '../../core/status-pages/status-page-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { actionButton, doneOf, type FormState, field, filled, form, formMessage } from '../frame/forms/forms.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import { type Shell, shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { type StateLook, stateBadge } from '../frame/parts/badges.ts'
import { card, dangerZone } from '../frame/parts/page-parts.ts'
import { secretOnce } from '../frame/parts/secret-once.ts'
import { badgeCard } from './badge-card.ts'
import { noticesCard } from './notice-list.ts'
import { subscribersCard, subscriptionField } from './subscription-fields.ts'
import { tagFields } from './tag-fields.ts'

const LOOKS: Record<ServiceState, StateLook> = {
  working: { mark: 'check', look: 'good' },
  maintenance: { mark: 'half', look: 'info' },
  degraded: { mark: 'triangle', look: 'warning' },
  no_data: { mark: 'ring', look: 'critical' },
}

const shellOf = ({ t }: Reader, site: SiteRecord, title = t.statusPages.title): Shell => ({
  title,
  place: 'sites',
  trail: [
    { name: t.shared.places.sites, address: '/sites' },
    { name: site.name, address: `/sites/${site.id}` },
  ],
})

const addressOf = (site: SiteRecord) => `/sites/${site.id}/status-page`

/** Where a site has no status page yet. */
export function newPageView(reader: Reader, site: SiteRecord, state: FormState, done: string | undefined): Html {
  const { statusPages: words } = reader.t
  return shell(
    reader,
    shellOf(reader, site),
    html`
    ${doneOf(words.done, done)}
    ${card(
      words.create,
      form(
        { action: `${addressOf(site)}/creation`, csrf: reader.csrf, label: words.create },
        html`
        ${formMessage(state)}
        <p>${words.intro}</p>
        ${field({ name: 'title', label: words.name, maxlength: 100, autocomplete: 'off', autofocus: true }, filled({ title: site.name }, state))}
        <p class="meta">${words.addressHint}</p>
        <button class="primary">${words.create}</button>`,
      ),
    )}`,
  )
}

/** The only page that shows the address. */
export function addressView(reader: Reader, site: SiteRecord, title: string, address: string): Html {
  const { once } = reader.t.statusPages
  return shell(
    reader,
    shellOf(reader, site, once.title),
    html`${card(
      once.title,
      html`
      <p class="notice warn">${once.keep}</p>
      ${secretOnce(address)}
      <p><a class="button primary" href="${addressOf(site)}">${once.done}</a> <a class="button" href="${new URL(address).pathname}" target="_blank" rel="noreferrer">${once.open}</a></p>`,
    )}${badgeCard(reader, address, title, address)}`,
  )
}

interface StatusEditor {
  reader: Reader
  site: SiteRecord
  page: StatusPage
  /** As stored, or as they were sent. */
  devices: readonly PageDevice[]
  tags: readonly PageTag[]
  /** By device. */
  names: ReadonlyMap<number, string>
  /** Names of devices that can be added. */
  absent: readonly string[]
  /** By device. */
  states: ReadonlyMap<number, ServiceState>
  /** By tag: devices that have it, and how many of them visitors see. */
  counts: ReadonlyMap<string, { all: number; shown: number }>
  publicUrl: string
  /** The latest. */
  notices: readonly StoredNotice[]
  /** Confirmed ones. */
  subscribers: number
  /** Whether mails can reach subscribers at present. */
  isMailing: boolean
  state: FormState
  done: string | undefined
}

export function statusPageEditorView(editor: StatusEditor): Html {
  const { reader, site, page, done } = editor
  const { statusPages: words } = reader.t
  const state = filled({ title: page.title }, editor.state)
  return shell(
    reader,
    shellOf(reader, site),
    html`
    ${doneOf(words.done, done)}
    ${noticesCard(reader, site.id, editor.notices)}
    ${form(
      { action: addressOf(site), csrf: reader.csrf, label: words.title },
      html`
      <input type="hidden" name="version" value="${page.version}">
      ${formMessage(state)}
      <p>${words.intro}</p>
      ${field({ name: 'title', label: words.name, maxlength: 100, autocomplete: 'off' }, state)}
      <h2>${reader.t.shared.places.devices}</h2>
      <p class="meta">${words.devicesHint(MOST_DEVICES)}</p>
      ${editor.devices.length === 0 ? html`<p class="empty">${words.none}</p>` : table(editor)}
      ${editor.devices.length < MOST_DEVICES ? addition({ ...editor, state }) : null}
      ${tagFields({ ...editor, state })}
      ${subscriptionField(editor)}
      <button class="primary">${reader.t.shared.save}</button>`,
    )}
    ${subscribersCard({ ...editor, state })}
    ${card(
      words.address,
      html`<p>${words.addressHint} ${words.renewHint}</p>${actionButton({ action: `${addressOf(site)}/secret`, csrf: reader.csrf, inPlace: false }, words.renew)}`,
    )}
    ${badgeCard(reader, editor.publicUrl, page.title, null)}
    ${dangerZone(
      words.remove,
      html`<p>${words.removeHint}</p>${actionButton({ action: `${addressOf(site)}/removal`, csrf: reader.csrf, inPlace: false, look: 'danger' }, words.remove)}`,
    )}`,
  )
}

function table({ reader: { t }, devices, names, states }: StatusEditor): Html {
  const { statusPages: words } = t
  const rows = devices.map((device, place) => ({
    ...device,
    place,
    name: names.get(device.device_id) ?? `#${device.device_id}`,
  }))
  const input = (name: string, called: string, value: string | number, more: Content) =>
    html`<input name="${name}" value="${value}" aria-label="${called}" autocomplete="off"${more}>`
  return html`<div class="status-devices">${dataTable({
    caption: t.shared.places.devices,
    rows,
    key: ({ device_id }) => `device-${device_id}`,
    columns: [
      {
        name: t.terms.device,
        kind: 'main',
        show: ({ device_id, name }) =>
          html`<a href="/devices/${device_id}">${name}</a><input type="hidden" name="device" value="${device_id}">`,
      },
      {
        name: t.terms.state,
        show: ({ device_id }) => {
          const state = states.get(device_id)
          return state === undefined ? null : stateBadge(LOOKS[state], words.states[state])
        },
      },
      {
        name: words.label,
        show: ({ label, name }) => input('label', words.of(words.label, name), label, html` required maxlength="100"`),
      },
      {
        name: words.group,
        show: ({ group_name, name }) =>
          input('group_name', words.of(words.group, name), group_name, html` maxlength="100" list="status-groups"`),
      },
      {
        name: words.order,
        show: ({ place, name }) =>
          input(
            'place',
            words.of(words.order, name),
            (place + 1) * 10,
            html` type="number" min="0" max="9999" required`,
          ),
      },
      {
        name: t.terms.remove,
        show: ({ device_id, name }) =>
          html`<input type="checkbox" name="leave" value="${device_id}" aria-label="${words.of(t.terms.remove, name)}">`,
      },
    ],
  })}</div>`
}

function addition({ reader: { t }, devices, absent, state }: StatusEditor): Html {
  const { statusPages: words } = t
  const groups = [...new Set(devices.map(({ group_name }) => group_name))].filter((name) => name !== '')
  return html`
  <h3>${words.add}</h3>
  <div class="row even">
    ${field({ name: 'new_device', label: t.terms.device, hint: words.addHint, optional: true, maxlength: 200, autocomplete: 'off', list: 'status-names' }, state)}
    ${field({ name: 'new_label', label: words.label, optional: true, maxlength: 100, autocomplete: 'off' }, state)}
    ${field({ name: 'new_group', label: words.group, hint: words.groupHint, optional: true, maxlength: 100, autocomplete: 'off', list: 'status-groups' }, state)}
  </div>
  <datalist id="status-names">${absent.map((name) => html`<option value="${name}"></option>`)}</datalist>
  <datalist id="status-groups">${groups.map((name) => html`<option value="${name}"></option>`)}</datalist>`
}
