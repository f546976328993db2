import { type Html, html } from '../../platform/html.ts'
import type { Module } from '../../vocabulary/modules.ts'
import type { Severity } from '../../vocabulary/severities.ts'
import type { Words } from '../words/words.ts'
import { type IconName, icon } from './icon.ts'

// State is a shape, a colour and a word, so that it can be read without seeing colours.

export const severityBadge = ({ shared }: Words, severity: Severity): Html =>
  html`<span class="badge severity ${severity}">${severityShape(severity)}${shared.severities[severity]}</span>`

export const severityShape = (severity: Severity): Html =>
  html`<span class="shape" aria-hidden="true">${SHAPES[severity]}</span>`

const SHAPES = { critical: '◆', warning: '▲', info: '●' } as const

type Status = keyof Words['shared']['deviceStatuses'] | keyof Words['shared']['alertStatuses'] | 'open'

const STATUSES: Record<Status, { shape: string; look: string }> = {
  online: { shape: '●', look: 'good' },
  offline: { shape: '○', look: 'off' },
  never_seen: { shape: '◌', look: 'off' },
  disabled: { shape: '✕', look: 'off' },
  open: { shape: '■', look: 'plain' },
  firing: { shape: '■', look: 'plain' },
  acknowledged: { shape: '✓', look: 'acknowledged' },
  resolved: { shape: '✓', look: 'good' },
}

/** Of a device, an alert or an incident. */
export const statusBadge = ({ shared }: Words, status: Status): Html => {
  const words = { ...shared.deviceStatuses, ...shared.alertStatuses, ...shared.incidentStatuses }
  const { shape, look } = STATUSES[status]
  return html`<span class="badge status ${look}"><span class="shape" aria-hidden="true">${shape}</span>${words[status]}</span>`
}

const MODULE_ICONS: Record<Module, IconName> = {
  health: 'heart-pulse',
  vehicle: 'navigation',
  factory: 'factory',
  home_infra: 'house',
  worker: 'hard-hat',
  fleet: 'truck',
}

export const moduleIcon = (module: Module): IconName => MODULE_ICONS[module]

export const moduleName = ({ shared }: Words, module: Module): Html =>
  html`<span class="module">${icon(MODULE_ICONS[module])}${shared.modules[module]}</span>`
