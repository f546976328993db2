import Type, { type Static } from 'typebox'
import { ALERT_STATUSES, type AlertFilter } from '../../../core/alerts/list-alerts.ts'
import { filterWords } from '../../../core/incidents/filter-query.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { Period } from '../../frame/lists/period-filter.ts'
import { listQuery } from './list-filters.ts'

/** `open` is the default. */
export const ALERT_VIEWS = ['open', ...ALERT_STATUSES, 'all'] as const

export const AlertListQuery = Type.Object({
  ...listQuery,
  status: Type.Optional(Type.Enum([...ALERT_VIEWS])),
  name: Type.Optional(PlainText({ maxLength: 100 })),
  rule: Type.Optional(PlainText({ maxLength: 100 })),
})
export type AlertListQuery = Static<typeof AlertListQuery>

export function alertFilterOf(query: AlertListQuery, { from, to }: Pick<Period, 'from' | 'to'>): AlertFilter {
  const { status = 'open', name = '', rule = '' } = query
  return {
    ...filterWords(query),
    ...{ from, to },
    statuses: status === 'all' ? null : status === 'open' ? ['firing', 'acknowledged'] : [status],
    deviceName: name.trim() === '' ? null : name.trim(),
    ruleKey: rule === '' ? null : rule,
  }
}
