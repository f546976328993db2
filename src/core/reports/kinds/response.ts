import { ownProperty } from '../../../platform/own-property.ts'
import { WORDS } from '../../../words/words.ts'
import { listIncidentStatistics } from '../../incidents/incident-statistics.ts'
import { listRuleNames } from '../../rules/rule-store.ts'
import type { ReportKind } from '../report.ts'

/** With more incidents than this, only the newest are counted. */
const MOST_INCIDENTS = 20_000

/** How many incidents each rule opened, and how long people took. */
export const RESPONSE: ReportKind = {
  columns: [
    { name: 'incidents', amount: 'count', total: 'sum' },
    { name: 'open', amount: 'count', total: 'sum' },
    { name: 'falseAlarms', amount: 'count', total: 'sum' },
    { name: 'toAcknowledge', amount: 'duration', total: null },
    { name: 'nineOfTen', amount: 'duration', total: null },
    { name: 'toResolve', amount: 'duration', total: null },
  ],
  main: 'incidents',
  mostDays: 366,
  async read(db, { reach, tag, from, to, language }) {
    const { origins } = WORDS[language].incidents.statistics
    const names = new Map((await listRuleNames(db, reach, language)).map(({ key, name }) => [key, name]))
    const counted = { from, to, deviceId: null, tag, newest: MOST_INCIDENTS }
    const found = await listIncidentStatistics(db, reach, 'rule', counted)
    const rows = found.map((one) => ({
      name: names.get(one.key) ?? ownProperty<string>(origins, one.key) ?? one.key,
      device: null,
      rule: names.has(one.key) ? one.key : null,
      values: [
        one.incidents,
        one.open,
        one.false_alarms,
        one.time_to_acknowledge_s.median,
        one.time_to_acknowledge_s.p90,
        one.time_to_resolve_s.median,
      ],
      at: null,
    }))
    return { rows, isCut: rows.reduce((sum, { values }) => sum + values[0]!, 0) >= MOST_INCIDENTS }
  },
}
