import { MODULES } from '../../../core/vocabulary/modules.ts'
import { SEVERITIES, type Severity } from '../../../core/vocabulary/severities.ts'
import { type Html, html } from '../../../platform/html.ts'
import { withQuery } from '../../parts/addresses.ts'
import { moduleIcon, severityShape } from '../../parts/badges.ts'
import { icon } from '../../parts/icon.ts'
import { chips, filterBar } from '../../parts/list-parts.ts'
import type { Reader } from '../../shell/reader.ts'

interface SeverityFilter {
  /** How many there are; null where they are too many to be counted. */
  count: ((severity: Severity) => number) | null
  /** The only one whose alerts or incidents are shown. */
  device: { name: string } | null
}

/** Chips of what alerts and incidents have in common: how bad, and of which kind of device. */
export function severityFilter(reader: Reader, { count, device }: SeverityFilter): Html {
  const { t } = reader
  const severities = SEVERITIES.toReversed().map((severity) => ({
    value: severity,
    text: t.shared.severities[severity],
    mark: severityShape(severity),
    ...(count === null ? {} : { count: count(severity) }),
  }))
  const modules = MODULES.map((value) => ({ value, text: t.shared.modules[value], mark: icon(moduleIcon(value)) }))
  return filterBar(
    chips(reader, t.alerts.filters.severity, 'severity', severities),
    chips(reader, t.alerts.filters.module, 'module', modules),
    device === null
      ? null
      : html`<a class="button quiet" href="${withQuery(reader.address, { device_id: null })}">${t.alerts.filters.only(device.name)}${icon('x')}</a>`,
  )
}
