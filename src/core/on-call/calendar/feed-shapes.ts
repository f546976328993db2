import Type from 'typebox'
import { Count, NullableTime, OptionalBody, Text, Time } from '../../../platform/http/schemas/shapes.ts'

export const NewFeedBody = OptionalBody(
  Type.Object(
    {
      schedule_id: Type.Optional(
        Type.Unsafe<number | null>({
          ...{ type: ['integer', 'null'], minimum: 1, maximum: 2_147_483_647 },
          description: 'Without it, your own shifts in all schedules',
        }),
      ),
    },
    { additionalProperties: false, examples: [{ schedule_id: 1 }] },
  ),
)

const fields = {
  id: Count,
  schedule: Type.Unsafe<{ id: number; name: string } | null>({
    anyOf: [Type.Object({ id: Count, name: Text }), { type: 'null' }],
    description: 'Null: your own shifts in all schedules',
  }),
  created_at: Time,
  last_read_at: NullableTime,
}
export const FeedShape = Type.Object(fields, { title: 'CalendarFeed' })

export const NewFeedShape = Type.Object(
  { ...fields, url: Type.String({ description: 'With the secret, shown once. Works without a login' }) },
  { title: 'NewCalendarFeed' },
)
