import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { countOpen } from '../../core/incidents/count-open.ts'
import { listIncidentStatistics } from '../../core/incidents/incident-statistics.ts'
import { listRuleNames } from '../../core/rules/rule-store.ts'
import type { ConsoleContext } from '../console-context.ts'
import { shownRangeOf, timeRangeQuery } from '../frame/lists/time-range.ts'
import { showPage } from '../frame/page/pages-and-forms.ts'
import { STATISTICS_OF, statisticsView } from './statistics-view.ts'

/** With more incidents than this in a period, only the newest are counted. */
const MOST_COUNTED = 5_000

/** How many incidents there were in a period, and how long people took. */
export const statisticsPage: FastifyPluginAsync<ConsoleContext> = async (server, { db }) => {
  showPage(server, 'viewer', 'site', '/incidents/statistics', {
    query: Type.Object(timeRangeQuery),
    async show(reader, { query }) {
      const range = shownRangeOf(reader, query, '30d')
      const counted = { from: range.from, to: range.to, deviceId: null, newest: MOST_COUNTED }
      const [counts, rules, ...groups] = await Promise.all([
        countOpen(db, reader.listed, 'incidents'),
        listRuleNames(db, reader.reach, reader.preferences.language),
        ...STATISTICS_OF.map((by) => listIncidentStatistics(db, reader.listed, by, counted)),
      ])
      const names = new Map(rules.map(({ key, name }) => [key, name]))
      return statisticsView(reader, { range, counts, groups, names, mostCounted: MOST_COUNTED })
    },
  })
}
