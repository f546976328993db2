import { offlineThresholdS } from '../../../core/devices/presence/offline-threshold.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import {
  choice,
  doneOf,
  EMPTY_FORM,
  type FormState,
  field,
  filled,
  form,
  formMessage,
} from '../../frame/forms/forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, dangerZone, icon } from '../../frame/parts/page-parts.ts'
import { connectAddress } from '../connect/connect-view.ts'
import { testReadingForm } from '../connect/test-reading.ts'
import { deviceShell } from '../device/device-header.ts'
import type { ShownDevice } from '../device/find-device.ts'
import { fieldValues, nameField, otherFields } from './device-form.ts'
import { metricsCard } from './metrics-card.ts'

const FORMS = ['settings', 'metrics', 'token', 'test', 'enabled', 'site', 'deletion'] as const
/** State of the page's forms. */
export type DeviceForms = Record<(typeof FORMS)[number], FormState>
export const NO_FORMS = Object.fromEntries(FORMS.map((name) => [name, EMPTY_FORM])) as DeviceForms

interface DeviceSettingsPage {
  device: ShownDevice
  /** End of the overlap of the previous token; null without one. */
  oldTokenUntil: Date | null
  offlineAfterS: number
  forms: DeviceForms
  done: string | undefined
}

export const OVERLAPS_S = [0, 3_600, 86_400, 7 * 86_400] as const

export function deviceSettingsView(reader: Reader, page: DeviceSettingsPage): Html {
  const { deviceSettings: s } = reader.t
  return deviceShell(
    reader,
    page.device,
    'settings',
    {},
    html`
    ${doneOf({ ...s.done, ...reader.t.sites.done }, page.done)}
    <div class="wide-narrow">
      <div class="stack">${settingsCard(reader, page)}${metricsCard(reader, page.device, page.forms.metrics)}${testCard(reader, page)}</div>
      <div class="stack">${tokenCard(reader, page)}${pauseCard(reader, page)}${siteCard(reader, page)}${deleteCard(reader, page)}</div>
    </div>`,
  )
}

/** Another site, with the past or without it. */
function siteCard(reader: Reader, { device, forms }: DeviceSettingsPage): Content {
  const { t, csrf } = reader
  const { move: words } = t.sites
  const others = reader.sites.filter(({ id }) => id !== device.site.id && reader.may('operator', id))
  if (others.length === 0) return null
  const options = others.map(({ id, name }) => ({ value: String(id), text: name }))
  return card(
    t.shared.site,
    form(
      { action: `/devices/${device.id}/settings/site`, csrf, label: t.shared.site },
      html`
      ${formMessage(forms.site)}
      <p>${words.here(device.site.name)}</p>
      ${choice({ name: 'site_id', label: words.to, options, chosen: options[0]!.value }, forms.site)}
      <p class="meta">${words.moveHint(device.site.name)}</p>
      <button name="how" value="move">${words.move}</button>
      <p class="meta">${words.handOverHint}</p>
      <button name="how" value="handover">${words.handOver}</button>`,
    ),
  )
}

function settingsCard(reader: Reader, { device, offlineAfterS, forms }: DeviceSettingsPage): Html {
  const { t, csrf } = reader
  const present = fieldValues(device)
  const state = filled(Object.fromEntries(present), forms.settings)
  const thresholdS = offlineThresholdS({ ...device, offline_after_s: null }, offlineAfterS)
  return card(
    t.shared.places.settings,
    form(
      { action: `/devices/${device.id}/settings`, csrf },
      html`
      ${formMessage(state)}
      ${forms.settings === EMPTY_FORM ? null : changedMeanwhile(reader, present, forms.settings)}
      <input type="hidden" name="version" value="${device.version}">
      ${nameField(reader, state, false)}
      ${otherFields(reader, state, thresholdS)}
      <button class="primary">${t.shared.save}</button>`,
    ),
  )
}

/** Stored values that differ from the typed ones, shown after a conflicting change. */
function changedMeanwhile(
  { t }: Reader,
  present: ReturnType<typeof fieldValues>,
  { values, reason }: FormState,
): Content {
  if (reason !== 'device_changed') return null
  const differing = present.filter(([name, value]) => values[name] !== value)
  return html`<dl class="meanwhile">${differing.map(([name, value]) => html`<dt>${t.onboarding.fields[name].label}</dt><dd>${t.deviceSettings.storedNow(value || '–')}</dd>`)}</dl>`
}

function testCard(reader: Reader, { device, forms }: DeviceSettingsPage): Html {
  const { deviceSettings: s } = reader.t
  return html`<section class="card" id="test" aria-labelledby="test-title"><h2 id="test-title">${s.test}</h2><p>${s.testHint}</p>${testReadingForm(reader, device, forms.test)}</section>`
}

function tokenCard(reader: Reader, { device, oldTokenUntil, forms }: DeviceSettingsPage): Html {
  const { t, csrf, format } = reader
  const { deviceSettings: s } = t
  const options = OVERLAPS_S.map((seconds) => ({
    value: String(seconds),
    text: seconds === 0 ? s.endsNow : s.endsIn(format.duration(seconds)),
  }))
  return card(
    t.account.tokens.token,
    html`
    <p>${s.tokenHint(device.token_hint)} <a href="${connectAddress(device.id)}">${s.howToConnect}</a></p>
    ${oldTokenUntil === null ? null : html`<p>${s.oldTokenGood} ${format.at(oldTokenUntil)}.</p>`}
    ${form(
      { action: `/devices/${device.id}/settings/token`, csrf },
      html`${formMessage(forms.token)}${choice({ name: 'overlap_s', label: s.oldToken, hint: s.oldTokenHint, options, chosen: '0' }, forms.token)}<button>${icon('refresh-cw')}${s.rotate}</button>`,
    )}`,
  )
}

function pauseCard({ t, csrf }: Reader, { device, forms }: DeviceSettingsPage): Html {
  const { deviceSettings: s } = t
  return card(
    s.pause,
    html`
    <p>${s.silenceHint}</p>
    <p><a class="button" href="/silences/new?device_id=${device.id}">${icon('bell-off')}${s.silence}</a></p>
    <p>${device.enabled ? s.disableHint : s.enableHint}</p>
    ${formMessage(forms.enabled)}
    ${form(
      { action: `/devices/${device.id}/settings/enabled`, csrf },
      html`<input type="hidden" name="enabled" value="${device.enabled ? 'no' : 'yes'}"><button>${icon(device.enabled ? 'pause' : 'play')}${device.enabled ? s.disable : s.enable}</button>`,
    )}`,
  )
}

function deleteCard({ t, csrf }: Reader, { device, forms }: DeviceSettingsPage): Html {
  const { deviceSettings: s } = t
  return dangerZone(
    s.delete,
    html`<p>${s.deleteHint}</p>${form(
      { action: `/devices/${device.id}/settings/deletion`, csrf },
      html`${formMessage(forms.deletion)}${field({ name: 'typed_name', label: s.typeName(device.name), maxlength: 100, autocomplete: 'off' }, forms.deletion)}<button class="danger">${icon('trash-2')}${s.delete}</button>`,
    )}`,
  )
}
