import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import type { RefusalRecord } from '../../../core/devices/refusals/refusal-store.ts'
import { deviceSnippets } from '../../../core/devices/snippets/device-snippets.ts'
import type { ReadingRecord } from '../../../core/telemetry/history/reading-record.ts'
import { TEXT_METRIC } from '../../../core/telemetry/reading.ts'
import { measureOf } from '../../../core/vocabulary/measures.ts'
import { unknownFlags } from '../../../core/vocabulary/unknown-flags.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { shell } from '../../frame/page/layout.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { codeBlock, codeTabs, type IconName, icon } from '../../frame/parts/page-parts.ts'
import { qrCode } from '../../frame/parts/qr-code.ts'
import { deviceHeadline } from '../list/headline.ts'
import { refusalList } from './refusal-list.ts'

/** State of a device that is being connected. */
export interface Connection {
  device: DeviceRecord
  /** The new token, shown once; null afterwards. */
  token: string | null
  readings: { first: ReadingRecord; last: ReadingRecord } | null
  refusals: readonly RefusalRecord[]
  unknownRefusals: readonly RefusalRecord[]
  publicUrl: string
}

/** More than the delay of a network and a busy device. */
const CLOCK_TOLERATED_S = 60
/** Most unknown metrics, and most unknown flags, that are named. */
const NAMED = 3

export const connectAddress = (id: number): string => `/devices/${id}/connect`

/** Instructions from the token to the first reading, updated live. */
export function connectView(reader: Reader, connection: Connection): Html {
  const { t } = reader
  const { device, token, publicUrl } = connection
  const snippets = deviceSnippets({
    url: publicUrl,
    token: token ?? t.onboarding.tokenPlaceholder,
    module: device.module,
    metric: Object.keys(device.metrics).find((name) => name !== TEXT_METRIC),
  })
  return shell(
    reader,
    {
      title: t.onboarding.connect(device.name),
      place: 'devices',
      trail: [
        { name: t.shared.places.devices, address: '/devices' },
        { name: device.name, address: `/devices/${device.id}` },
      ],
    },
    html`
    <div class="connecting"${token === null ? null : html` data-shown-once="${connectAddress(device.id)}"`}>
      <div class="stack">
        ${tokenCard(reader, device, token)}
        <section class="card" aria-labelledby="snippets-title">
          <h2 id="snippets-title">${t.onboarding.snippets}</h2>
          <p>${token === null ? t.onboarding.snippetsWithout : t.onboarding.snippetsWithToken}</p>
          <div data-secret>${codeTabs('snippets', snippets)}</div>
        </section>
      </div>
      <div class="stack">
        <section class="card" aria-labelledby="progress-title">
          <h2 id="progress-title">${t.onboarding.progress}</h2>
          <div id="progress" class="live" aria-live="polite" data-live="device reading" data-live-device="${device.id}">${progress(reader, connection)}</div>
        </section>
        <div id="refusals" class="live" aria-live="polite" data-live="refusal">${refused(reader, connection)}</div>
      </div>
    </div>`,
  )
}

function tokenCard({ t }: Reader, { id, token_hint }: DeviceRecord, token: string | null): Html {
  const { onboarding: o } = t
  if (token === null) {
    return html`<p class="notice">${o.noToken(token_hint)} <a href="/devices/${id}/settings">${o.toSettings}</a></p>`
  }
  return html`
  <section class="card token" aria-labelledby="token-title">
    <h2 id="token-title">${o.tokenTitle}</h2>
    <p class="notice warn">${o.tokenOnce}</p>
    <div class="token-forms" data-secret>${codeBlock(token, t.account.tokens.token)}${qrCode(token, o.qr)}</div>
    <p><a class="button" href="${connectAddress(id)}">${t.shared.stored}</a></p>
  </section>`
}

type Look = 'good' | 'waits' | 'warn'
const ICONS: Record<Look, IconName> = { good: 'circle-check', waits: 'circle-dashed', warn: 'triangle-alert' }

const step = (look: Look, content: Content): Html =>
  html`<li class="${look}">${icon(ICONS[look])}<span>${content}</span></li>`

function progress(reader: Reader, { device, readings }: Connection): Html {
  const { t, format } = reader
  const { onboarding: o } = t
  const added = step('good', html`${o.added} · ${format.ago(device.created_at)}`)
  if (readings === null) {
    return html`<ol class="steps">${added}${step('waits', html`<strong>${o.waiting}</strong><span class="hint">${o.waitingHint}</span>`)}</ol>`
  }
  const value = deviceHeadline(reader, device)
  return html`
  <ol class="steps">
    ${added}
    ${step('good', html`<strong>${o.firstReading} ${format.ago(readings.first.received_at)}${value === null ? null : ': '}</strong>${value}`)}
    ${clockStep(reader, readings.last)}
    ${readings.last.module === device.module ? null : step('warn', o.otherModule(t.shared.modules[readings.last.module], t.shared.modules[device.module]))}
    ${['vehicle', 'fleet'].includes(device.module) && device.lat === null ? step('waits', o.noPosition) : null}
    ${unnamed(reader, device)}
    ${unknownFlags([device.module], Object.keys(device.latest?.flags ?? {}))
      .slice(0, NAMED)
      .map(({ name, meant }) => step('waits', o.unknownFlag(t.shared.modules[device.module], name, meant)))}
  </ol>
  <p><a class="button primary" href="/devices/${device.id}">${o.openDevice}</a></p>`
}

/** Metrics that are known neither to the service nor to people. */
function unnamed({ t }: Reader, { id, latest, metrics }: DeviceRecord): Content {
  const unknown = Object.keys(latest?.metrics ?? {}).filter(
    (name) => name !== TEXT_METRIC && measureOf(name) === null && !Object.hasOwn(metrics, name),
  )
  if (unknown.length === 0) return null
  const { unnamed: words, toMetrics } = t.onboarding
  return step(
    'waits',
    html`${words(unknown.slice(0, NAMED).join(', '), unknown.length)} <a href="/devices/${id}/settings#metrics">${toMetrics}</a>`,
  )
}

function clockStep({ t, format }: Reader, { at, received_at, clock_suspect }: ReadingRecord): Html {
  if (clock_suspect) return step('warn', t.onboarding.clockSuspect)
  const offS = Math.abs(received_at.getTime() - at.getTime()) / 1_000
  if (offS <= CLOCK_TOLERATED_S) return step('good', t.onboarding.clockRight)
  return step('warn', t.onboarding.clockOff(format.duration(offS)))
}

function refused(reader: Reader, { refusals, unknownRefusals }: Connection): Content {
  const { onboarding: o } = reader.t
  if (refusals.length === 0 && unknownRefusals.length === 0) return null
  return html`
  <section class="card" aria-labelledby="refused-title">
    <h2 id="refused-title">${o.refused}</h2>
    ${refusals.length === 0 ? null : html`<p>${o.refusedHint}</p>${refusalList(reader, refusals)}`}
    ${unknownRefusals.length === 0 ? null : html`<p>${o.refusedUnknown}</p>${refusalList(reader, unknownRefusals)}`}
  </section>`
}
