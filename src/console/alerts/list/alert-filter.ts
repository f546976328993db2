import Type, { type Static } from 'typebox'
import { ALERT_STATUSES, type AlertFilter, type AlertStatus } from '../../../core/alerts/list-alerts.ts'
import { filterOf, filterQuery } from '../../../core/incidents/filter-query.ts'
import { pageQuery } from '../../../platform/http/pagination.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import { doneQuery } from '../../shell/show-page.ts'

/** `open` is the default. */
export const ALERT_VIEWS = ['open', ...ALERT_STATUSES, 'all'] as const
export type AlertView = (typeof ALERT_VIEWS)[number]

export const AlertListQuery = Type.Object({
  ...pageQuery,
  ...filterQuery,
  status: Type.Optional(Type.Enum([...ALERT_VIEWS])),
  name: Type.Optional(PlainText({ maxLength: 100 })),
  rule: Type.Optional(PlainText({ maxLength: 100 })),
  ...doneQuery,
  about: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
})
export type AlertListQuery = Static<typeof AlertListQuery>

const MEANT: Record<AlertView, AlertStatus[] | null> = {
  open: ['firing', 'acknowledged'],
  firing: ['firing'],
  acknowledged: ['acknowledged'],
  resolved: ['resolved'],
  all: null,
}

export const viewOf = ({ status = 'open' }: AlertListQuery): AlertView => status

export function alertFilterOf(query: AlertListQuery): AlertFilter {
  const { name = '', rule = '' } = query
  return {
    ...filterOf(query),
    statuses: MEANT[viewOf(query)],
    deviceName: name.trim() === '' ? null : name.trim(),
    ruleKey: rule === '' ? null : rule,
  }
}

/** Whether any filter besides the view is set. */
export const isNarrowed = ({ severity, module, device_id, from, to, name, rule }: AlertListQuery): boolean =>
  [severity, module, device_id, from, to, name, rule].some((asked) => asked !== undefined && asked !== '')
