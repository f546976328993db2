import Type, { type Static } from 'typebox'
import { Changed } from '../../platform/http/schemas/ignored-keys.ts'
import { Count, NameText, NullableTime, OneOf, PlainText, Text, Time } from '../../platform/http/schemas/shapes.ts'
import { NOTICE_KINDS, NOTICE_STATES } from './notice.ts'
import { MOST_DEVICES } from './status-page-shapes.ts'

/** The public page shows at most as many of each part, and lists of the API have as many on a page. */
export const MOST_LISTED_NOTICES = 100
/** The page keeps its past; this many are written in years. */
export const MOST_NOTICES = 1_000
export const MOST_UPDATES = 50
export const LONGEST_NOTICE = 2_000

const states = Object.values(NOTICE_STATES).flat()
const title = NameText({ maxLength: 120 })
const text = PlainText({
  minLength: 1,
  maxLength: LONGEST_NOTICE,
  description: 'Plain text. Line breaks are kept, and addresses become links',
})
const moment = (description: string) => Type.Unsafe<string>({ type: 'string', format: 'date-time', description })
const times = {
  starts_at: Type.Optional(moment('When an incident began, by default now; when maintenance is planned to begin')),
  ends_at: Type.Optional(
    Type.Unsafe<string | null>({
      anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
      description: 'When maintenance is planned to end. It must have one, an incident has none',
    }),
  ),
}
const device_ids = Type.Optional(
  Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
    maxItems: MOST_DEVICES,
    uniqueItems: true,
    description: 'Devices on the page which it concerns. Visitors see their labels, as long as they are on the page',
  }),
)

const EXAMPLE = {
  kind: 'maintenance',
  title: 'New pump',
  text: 'Heating is off while the pump is replaced.',
  starts_at: '2026-11-28T20:00:00.000Z',
  ends_at: '2026-11-28T22:00:00.000Z',
  device_ids: [3],
}
const EXAMPLE_UPDATE = { state: 'in_progress', text: 'The old pump is out.' }

export const NewNoticeBody = Type.Object(
  { kind: OneOf(NOTICE_KINDS), title, text, ...times, device_ids },
  { additionalProperties: false, examples: [EXAMPLE] },
)
export type NewNoticeBody = Static<typeof NewNoticeBody>

export const NoticeUpdateBody = Type.Object(
  {
    state: OneOf(states, { description: 'One of its kind' }),
    text: Type.Optional(PlainText({ maxLength: LONGEST_NOTICE })),
    at: Type.Optional(moment('By default now; not in the future')),
  },
  { additionalProperties: false, examples: [EXAMPLE_UPDATE] },
)
export type NoticeUpdateBody = Static<typeof NoticeUpdateBody>

export const NoticeShape = Type.Object(
  {
    id: Count,
    site_id: Count,
    kind: OneOf(NOTICE_KINDS),
    state: OneOf(states),
    title: Text,
    text: Text,
    starts_at: Time,
    ends_at: NullableTime,
    device_ids: Type.Array(Count),
    updates: Type.Array(Type.Object({ at: Time, state: OneOf(states), text: Text }), { description: 'Oldest first' }),
    created_at: Time,
  },
  {
    title: 'StatusNotice',
    examples: [
      {
        ...{ id: 7, site_id: 2, state: 'in_progress', ...EXAMPLE },
        updates: [{ at: '2026-11-28T20:10:00.000Z', ...EXAMPLE_UPDATE }],
        created_at: '2026-11-24T08:00:00.000Z',
      },
    ],
  },
)

export const NoticeChangesBody = Changed(
  NoticeShape,
  { title: Type.Optional(title), text: Type.Optional(text), ...times, device_ids },
  { additionalProperties: false, examples: [{ ends_at: '2026-11-28T23:00:00.000Z' }] },
)
export type NoticeChangesBody = Static<typeof NoticeChangesBody>
