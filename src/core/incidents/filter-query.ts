import Type from 'typebox'
import { WordList, wordsIn } from '../../platform/http/schemas/query-words.ts'
import { NumberText } from '../../platform/http/schemas/shapes.ts'
import { rangeOf, rangeQuery } from '../telemetry/history/history-query.ts'
import { MODULES, type Module } from '../vocabulary/modules.ts'
import { SEVERITIES, type Severity } from '../vocabulary/severities.ts'

/** Filters common to alerts and incidents, beside the status. */
export const filterQuery = {
  severity: WordList(SEVERITIES),
  module: WordList(MODULES),
  device_id: Type.Optional(NumberText('^[0-9]{1,9}$', { minimum: 1, description: 'Only of this device' })),
  ...rangeQuery,
}

interface AskedWords {
  severity?: string
  module?: string
  device_id?: string
}

interface CommonFilter {
  severities: Severity[] | null
  modules: Module[] | null
  deviceId: number | null
  from: Date | null
  to: Date | null
}

export const filterOf = (query: AskedWords & { from?: string; to?: string }): CommonFilter => ({
  ...filterWords(query),
  ...rangeOf(query),
})

/** The filter but for its period. */
export function filterWords(query: AskedWords): Omit<CommonFilter, 'from' | 'to'> {
  const { severity, module, device_id } = query
  return {
    severities: wordsIn('severity', severity, SEVERITIES),
    modules: wordsIn('module', module, MODULES),
    deviceId: device_id === undefined ? null : Number(device_id),
  }
}

/** Parses the statuses of a query, with one more word for all those that are not resolved. */
export function statusesIn<Status extends string, Over extends string>(
  text: string | undefined,
  statuses: readonly Status[],
  notOver: { word: Over; means: readonly Status[] },
): Status[] | null {
  const asked = wordsIn('status', text, [notOver.word, ...statuses])
  return asked?.flatMap((word) => (word === notOver.word ? notOver.means : [word as Status])) ?? null
}
