import { MODULES } from '../../../core/vocabulary/modules.ts'
import { SEVERITIES, type Severity } from '../../../core/vocabulary/severities.ts'
import { type Html, html } from '../../../platform/html.ts'
import { withQuery } from '../../parts/addresses.ts'
import { moduleIcon, severityShape } from '../../parts/badges.ts'
import { icon } from '../../parts/icon.ts'
import { chips, filterBar } from '../../parts/list-parts.ts'
import type { Reader } from '../../shell/reader.ts'

interface SeverityFilter {
  /** Counts by severity; null if there are too many to count. */
  count: ((severity: Severity) => number) | null
  /** The device of the filter `device_id`. */
  device: { name: string } | null
}

/** Filter chips common to alerts and incidents: severity and module. */
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
