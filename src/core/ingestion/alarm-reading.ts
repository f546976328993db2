import type { RuleSet } from '../rules/engine/rule-set.ts'
import { SAFETY_FLAGS } from '../vocabulary/modules.ts'
import type { ReceivedReading } from './ingest-readings.ts'

/**
 * Whether a reading calls for help: by a flag, or because it breaks a rule whose alert is raised even by a late reading,
 * as those of gas and smoke are. Rules of a site do not count: with one, the site could send as much as it likes.
 */
export const isAlarm =
  (rules: () => RuleSet) =>
  ({ device, reading }: ReceivedReading): boolean =>
    SAFETY_FLAGS.some((flag) => reading.flags[flag] === true) ||
    rules()
      .rulesFor(reading.module, device)
      .rules.some(({ site_id, late, watch }) => site_id === null && late === 'raise' && !watch.isClearlyNormal(reading))
