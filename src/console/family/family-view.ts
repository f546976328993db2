import type { FamilyDevice } from '../../core/family/family-devices.ts'
import { type FamilyState, isSilence } from '../../core/family/family-state.ts'
import type { LastMovement } from '../../core/family/last-movement.ts'
import type { FamilyPage, FamilySummary } from '../../core/family/read-family.ts'
import type { IncidentRecord } from '../../core/incidents/incident-shape.ts'
import type { DeviceModule } from '../../core/vocabulary/modules/device-module.ts'
import { DEVICE_MODULES } from '../../core/vocabulary/modules.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { measureName } from '../../words/words.ts'
import { shell } from '../frame/page/layout.ts'
import { FAMILY_PAGES } from '../frame/page/navigation.ts'
import type { Reader } from '../frame/page/reader.ts'
import { liveAgain } from '../frame/parts/live-again.ts'
import { card, keyValues } from '../frame/parts/page-parts.ts'
import { type Shape, shape } from '../frame/parts/shape.ts'
import { batteryLevel, isLow } from '../frame/parts/signal-and-battery.ts'

const AGAIN_S = 60

const LOOKS: Record<FamilyState['kind'], { look: string; mark: Shape }> = {
  well: { look: 'good', mark: 'check' },
  cared: { look: 'off', mark: 'check' },
  wrong: { look: 'critical', mark: 'triangle' },
  silent: { look: 'warning', mark: 'ring' },
  off: { look: 'off', mark: 'ring' },
}

/** For somebody who sees several devices, or none at the moment. */
export const familyListView = (reader: Reader, summaries: readonly FamilySummary[]): Html =>
  shell(
    reader,
    { title: reader.t.shared.places.family, place: 'family', againS: AGAIN_S },
    again(
      reader,
      summaries.length === 0
        ? html`<p class="empty">${reader.t.family.none}</p>`
        : html`<ul class="family-list">${summaries.map(
            (summary) =>
              html`<li><h2><a href="${FAMILY_PAGES}/${summary.device.id}">${summary.device.name}</a></h2>${stateBlock(reader, summary)}</li>`,
          )}</ul>`,
    ),
  )

/** A device in plain words. It leads nowhere else, and names nobody but the device. */
export const familyView = (reader: Reader, page: FamilyPage): Html =>
  shell(
    reader,
    { title: page.device.name, place: 'family', againS: AGAIN_S },
    again(
      reader,
      html`${stateBlock(reader, page)}${facts(reader, page)}${values(reader, page)}${happened(reader, page)}`,
    ),
  )

const again = (reader: Reader, content: Content): Html =>
  liveAgain(
    'family',
    '',
    AGAIN_S,
    html`${content}<p class="meta">${reader.t.family.asOf(reader.format.clock(reader.now))} ${reader.t.family.emergency}</p>`,
  )

function stateBlock(reader: Reader, { device, state }: FamilySummary): Html {
  const { look, mark } = LOOKS[state.kind]
  const { sentence, more } = textsOf(reader, device, state)
  return html`<div class="family-state ${look}">${shape(mark)}<div><p><strong>${sentence}</strong></p>${more.map((text) => html`<p>${text}</p>`)}</div></div>`
}

function textsOf(reader: Reader, device: FamilyDevice, state: FamilyState): { sentence: string; more: string[] } {
  const { family: words } = reader.t
  const { clock } = reader.format
  const cared = (isTaken: boolean) => (isTaken ? words.taken : words.open)
  switch (state.kind) {
    case 'well':
      return { sentence: words.state.well, more: [] }
    case 'cared':
      return { sentence: words.state.cared(clock(state.at)), more: [words.unsure] }
    case 'off':
      return { sentence: words.state.off, more: [words.off] }
    case 'silent': {
      const sentence = state.since === null ? words.state.never : words.state.silent(clock(state.since))
      return { sentence, more: [words.silent, ...(state.isTaken ? [words.taken] : [])] }
    }
    case 'wrong': {
      const titles = [...new Set(state.incidents.map((incident) => `${titleOf(reader, device.id, incident)}.`))]
      const silent =
        device.status === 'online' || device.last_seen === null
          ? []
          : [`${words.state.silent(clock(device.last_seen))}.`]
      return { sentence: words.state.wrong(clock(state.since)), more: [...titles, ...silent, cared(state.isTaken)] }
    }
  }
}

/** A title names no other device, and repeats nothing that the staff wrote. */
function titleOf({ t, titleOf: said }: Reader, deviceId: number, incident: IncidentRecord): string {
  const { titles } = t.family
  if (isSilence(incident)) return titles.silence
  if (incident.device_id !== deviceId) return titles.several
  return incident.title_of === null ? titles.noted : said(incident)
}

function facts(reader: Reader, { device, movement }: FamilyPage): Html {
  const { t, format } = reader
  const { family: words } = t
  const { last_seen, battery } = device
  return html`<div class="card">${keyValues([
    [words.lastSign, last_seen === null ? t.shared.never : format.ago(last_seen)],
    ...(movement === null ? [] : [[words.lastMovement, movementText(reader, movement)] as const]),
    ...(battery === null
      ? []
      : [
          [
            t.shared.measures.battery,
            html`${batteryLevel(reader, battery)}${isLow(battery) ? ` ${words.batteryLow}` : null}`,
          ] as const,
        ]),
  ])}</div>`
}

const movementText = ({ t, format }: Reader, { at, since }: LastMovement): Content =>
  at === null ? t.family.noMovement(format.clock(since)) : format.ago(at)

/** The values that sum such a device up. */
function values({ t, format }: Reader, { device }: FamilyPage): Content {
  if (device.latest === null) return null
  const { metrics, at } = device.latest
  const { headline }: DeviceModule = DEVICE_MODULES[device.module]
  const shown = headline.flat().filter((name) => typeof metrics[name] === 'number')
  if (shown.length === 0) return null
  return card(
    t.family.values(format.clock(new Date(at))),
    keyValues(shown.map((name) => [measureName(t, name), format.value(name, metrics[name])])),
  )
}

function happened(reader: Reader, { device, incidents }: FamilyPage): Html {
  const { family: words } = reader.t
  return card(
    words.happened,
    incidents.length === 0
      ? html`<p>${words.nothing}</p>`
      : html`<ul class="family-past">${incidents.map((incident) => past(reader, device.id, incident))}</ul>`,
  )
}

function past(reader: Reader, deviceId: number, incident: IncidentRecord): Html {
  const { t, format } = reader
  const { created_at, resolved_at } = incident
  const lasted =
    resolved_at === null
      ? t.family.going
      : t.family.lasted(format.duration((resolved_at.getTime() - created_at.getTime()) / 1_000))
  return html`<li><p><strong>${titleOf(reader, deviceId, incident)}</strong></p><p class="meta">${format.soon(created_at)} · ${lasted}</p><p>${endOf(reader, incident)}</p></li>`
}

function endOf({ t: { family: words } }: Reader, incident: IncidentRecord): string {
  const { status, resolution, acknowledged_at, resolved_by } = incident
  if (status !== 'resolved') return status === 'acknowledged' ? words.taken : words.open
  if (resolution === 'false_alarm') return words.falseAlarm
  if (resolution === 'test') return words.test
  return acknowledged_at !== null || resolved_by !== null ? words.cared : words.byItself
}
