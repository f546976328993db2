import Type, { type Static } from 'typebox'
import { pageQuery } from '../../../platform/http/pagination.ts'
import { WordList, wordsIn } from '../../../platform/http/schemas/query-words.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import { siteQuery } from '../../sites/site-choice.ts'
import { MODULES } from '../../vocabulary/modules.ts'
import { DEVICE_STATUSES } from '../device-shape.ts'
import type { DeviceFilter } from './list-devices.ts'

/** Query parameters of a list of devices. */
export const DeviceQuery = Type.Object({
  ...pageQuery,
  ...siteQuery,
  module: WordList(MODULES),
  status: WordList(DEVICE_STATUSES),
  tag: Type.Optional(PlainText({ minLength: 1, maxLength: 50, description: 'Devices with this tag' })),
  name: Type.Optional(
    PlainText({
      minLength: 1,
      maxLength: 100,
      description: 'Part of the name, ignoring case',
    }),
  ),
  enabled: Type.Optional(Type.Unsafe<'true' | 'false'>({ enum: ['true', 'false'], documentedAs: { type: 'boolean' } })),
})

export function deviceFilterOf(query: Static<typeof DeviceQuery>): DeviceFilter {
  const { module, status, tag = null, name = null, enabled } = query
  return {
    modules: wordsIn('module', module, MODULES),
    statuses: wordsIn('status', status, DEVICE_STATUSES),
    tag,
    name,
    enabled: enabled === undefined ? null : enabled === 'true',
  }
}
