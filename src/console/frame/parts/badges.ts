import type { DeviceIcon } from '../../../core/vocabulary/device-icons.ts'
import { DEVICE_MODULES, type Module } from '../../../core/vocabulary/modules.ts'
import type { Severity } from '../../../core/vocabulary/severities.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { Words } from '../../../words/words.ts'
import type { Formats } from '../formats/formats.ts'
import { type IconName, icon } from './page-parts.ts'
import { type Shape, shape } from './shape.ts'

// A state is shown by shape, colour and word, so that it does not depend on colour vision.

export const severityBadge = ({ shared }: Words, severity: Severity): Html =>
  html`<span class="badge severity ${severity}">${severityShape(severity)}${shared.severities[severity]}</span>`

/** Severity of an alert or an incident: the worst that it has reached, and beside it the present one if that is another. */
export const reachedBadge = (
  t: Words,
  { severity, current_severity }: { severity: Severity; current_severity: Severity | null },
): Html =>
  current_severity === null || current_severity === severity
    ? severityBadge(t, severity)
    : html`<span class="reached">${severityBadge(t, severity)}<span class="unseen">,</span> <span class="meta">${t.shared.severityNow[current_severity]}</span></span>`

export const severityShape = (severity: Severity): Html => shape(SHAPES[severity])

const SHAPES = { critical: 'diamond', warning: 'triangle', info: 'circle' } as const

type Status = keyof Words['shared']['deviceStatuses'] | keyof Words['shared']['alertStatuses'] | 'open'

const STATUSES: Record<Status, { mark: Shape; look: string }> = {
  online: { mark: 'circle', look: 'good' },
  offline: { mark: 'ring', look: 'off' },
  never_seen: { mark: 'dots', look: 'off' },
  disabled: { mark: 'cross', look: 'off' },
  open: { mark: 'square', look: 'neutral' },
  firing: { mark: 'square', look: 'neutral' },
  acknowledged: { mark: 'check', look: 'acknowledged' },
  resolved: { mark: 'check', look: 'good' },
}

/** Status of a device, an alert or an incident. */
export const statusBadge = ({ shared }: Words, status: Status): Html => {
  const words = { ...shared.deviceStatuses, ...shared.alertStatuses, ...shared.incidentStatuses }
  const { mark, look } = STATUSES[status]
  return html`<span class="badge status ${look}">${shape(mark)}${words[status]}</span>`
}

/** Status of an alert or an incident. A snoozed one says until when. */
export const progressBadge = (
  t: Words,
  format: Pick<Formats, 'soon'>,
  { status, snoozed_until }: { status: Status; snoozed_until: Date | null },
): Html =>
  snoozed_until === null
    ? statusBadge(t, status)
    : html`<span class="badge status acknowledged">${shape('half')}${t.shared.snoozedUntil} ${format.soon(snoozed_until)}</span>`

/** The shape alone, for use beside the word. */
export const statusMark = (status: Status): Html =>
  html`<span class="mark ${STATUSES[status].look}">${shape(STATUSES[status].mark)}</span>`

/** Count of a severity, in compact form. */
export const severityCount = ({ shared }: Words, severity: Severity, count: number): Html =>
  html`<span class="badge severity ${severity}" title="${shared.severities[severity]}">${shape(SHAPES[severity])}<span class="unseen">${shared.severities[severity]} </span>${count}</span>`

export const moduleIcon = (module: Module): IconName => DEVICE_MODULES[module].icon

/** Its own, or that of its module. */
export const deviceIcon = ({ icon: own, module }: { icon: DeviceIcon | null; module: Module }): IconName =>
  own ?? moduleIcon(module)

export const moduleName = ({ shared }: Words, module: Module, picture = moduleIcon(module)): Html =>
  html`<span class="module">${icon(picture)}${shared.modules[module]}</span>`

/** Look of a state: shape and colour; the caller adds the word. */
export interface StateLook {
  mark: Shape
  look: 'good' | 'off' | 'info' | 'warning' | 'critical' | 'acknowledged' | 'neutral'
}

export const stateBadge = ({ mark, look }: StateLook, word: string): Html =>
  html`<span class="badge ${look}">${shape(mark)}${word}</span>`
