import Type, { type Static } from 'typebox'
import { Changed } from '../../platform/http/schemas/ignored-keys.ts'
import {
  Count,
  NameText,
  NullableInteger,
  NullableTime,
  OneOf,
  Text,
  Time,
} from '../../platform/http/schemas/shapes.ts'
import { WEEKDAYS } from '../../platform/weekly-windows.ts'
import { AnySiteNameShape } from '../reach/site-name.ts'
import { siteChoice } from '../sites/site-choice.ts'
import { GAP_CAUSES } from './gaps.ts'
import { LONGEST_TURN, TURN_UNITS } from './rotation.ts'

const LARGEST_ID = 2_147_483_647
const PersonId = Type.Integer({ minimum: 1, maximum: LARGEST_ID })
const TimeText = Type.Unsafe<string>({ type: 'string', format: 'date-time' })

const Clock = (description: string, example: string) =>
  Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    patternReason: 'no_clock',
    description,
    examples: [example],
  })

const HoursShape = Type.Object(
  {
    days: Type.Optional(
      Type.Array(OneOf(WEEKDAYS), {
        ...{ minItems: 1, uniqueItems: true },
        description: 'The days on which these hours begin; without them, every day',
      }),
    ),
    from: Clock('Local time at which they begin', '19:00'),
    to: Clock('Not after `from`: on the next day, so that equal times are 24 hours', '07:00'),
  },
  { additionalProperties: false, title: 'DutyHours' },
)

const LayerShape = Type.Object(
  {
    people: Type.Array(PersonId, { minItems: 1, maxItems: 50, description: 'IDs in the order of their turns' }),
    start_date: Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'The first turn begins on this day, at the hand-over',
      examples: ['2026-11-23'],
    }),
    unit: OneOf(TURN_UNITS),
    length: Type.Integer({
      minimum: 1,
      maximum: LONGEST_TURN.hour,
      description: `Hours (up to ${LONGEST_TURN.hour}), days or weeks (up to ${LONGEST_TURN.week}) per turn`,
    }),
    handover: Clock('Local time at which the next turn begins; turns of hours are counted from it', '09:00'),
    weekdays: Type.Optional(
      Type.Array(OneOf(WEEKDAYS), {
        ...{ minItems: 1, uniqueItems: true },
        description: 'On call only on these days; the others consume no turn',
      }),
    ),
    hours: Type.Optional(
      Type.Array(HoursShape, {
        ...{ minItems: 1, maxItems: 20 },
        description: 'On call only in these hours; days without any consume no turn',
      }),
    ),
  },
  { additionalProperties: false, title: 'ScheduleLayer' },
)

const EXAMPLE_BODY = {
  name: 'Night shift',
  time_zone: 'Europe/Ljubljana',
  layers: [{ people: [2, 3], start_date: '2026-11-23', unit: 'week', length: 1, handover: '09:00' }],
}

const fields = {
  name: NameText({ maxLength: 100 }),
  time_zone: Type.String({ minLength: 1, maxLength: 64 }),
  layers: Type.Array(LayerShape, { maxItems: 10, description: 'Later layers win while they have somebody' }),
}

export const NewScheduleBody = Type.Object(
  { ...siteChoice, ...fields },
  { additionalProperties: false, examples: [EXAMPLE_BODY] },
)
export type NewScheduleBody = Omit<Static<typeof NewScheduleBody>, 'site_id'> & { site_id?: number | null | undefined }

export const ScheduleShape = Type.Object(
  {
    id: Count,
    site: AnySiteNameShape,
    name: Text,
    time_zone: Text,
    layers: fields.layers,
    valid_from: Type.Unsafe<Date>({ ...Time, description: 'When these layers begin, or began, to hold' }),
    created_at: Time,
    changed_at: Time,
  },
  {
    title: 'Schedule',
    examples: [
      {
        id: 1,
        site: null,
        ...EXAMPLE_BODY,
        valid_from: '2026-11-21T12:00:00.000Z',
        created_at: '2026-11-21T12:00:00.000Z',
        changed_at: '2026-11-21T12:00:00.000Z',
      },
    ],
  },
)

export const ScheduleChangesBody = Changed(
  ScheduleShape,
  {
    name: Type.Optional(fields.name),
    time_zone: Type.Optional(fields.time_zone),
    layers: Type.Optional(fields.layers),
    valid_from: Type.Optional(
      Type.Unsafe<string>({ ...TimeText, description: 'When the change begins to hold; without it, now' }),
    ),
  },
  { examples: [{ layers: EXAMPLE_BODY.layers }] },
)
export type ScheduleChangesBody = Static<typeof ScheduleChangesBody>

export const PersonOnCallShape = Type.Object(
  { id: Count, name: Text },
  { title: 'PersonOnCall', examples: [{ id: 2, name: 'Ana' }] },
)
const NullablePerson = Type.Unsafe<Static<typeof PersonOnCallShape> | null>({
  anyOf: [PersonOnCallShape, { type: 'null' }],
})

export const NewOverrideBody = Type.Object(
  {
    user_id: Type.Integer({ ...PersonId, description: 'Who takes over; for operators, themselves' }),
    from: TimeText,
    to: TimeText,
    replaces: Type.Optional(Type.Unsafe<number | null>({ ...PersonId, type: ['integer', 'null'] })),
    swap: Type.Optional(
      Type.Object(
        { from: TimeText, to: TimeText },
        { additionalProperties: false, description: 'When `replaces` is on call instead of `user_id`, in return' },
      ),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ user_id: 3, from: '2026-11-24T08:00:00Z', to: '2026-11-25T08:00:00Z' }],
  },
)
export type NewOverrideBody = Static<typeof NewOverrideBody>

export const OverrideShape = Type.Object(
  {
    id: Count,
    user: PersonOnCallShape,
    from: Time,
    to: Time,
    replaces: NullablePerson,
    created_at: Time,
    created_by: NullablePerson,
    swapped_with: Type.Unsafe<number | null>({ ...NullableInteger, description: 'The other override of a swap' }),
  },
  { title: 'ScheduleOverride' },
)

export const FinalEntryShape = Type.Object(
  { from: Time, to: Time, user: NullablePerson, layer: NullableInteger, override_id: NullableInteger },
  { title: 'FinalScheduleEntry', description: 'Without `user`, nobody is on call' },
)

const ShiftTimeShape = Type.Unsafe<{ from: Date; to: Date | null; user: Static<typeof PersonOnCallShape> } | null>({
  anyOf: [Type.Object({ from: Time, to: NullableTime, user: PersonOnCallShape }), { type: 'null' }],
})

export const OnCallShape = Type.Object(
  {
    schedule: Type.Object({ id: Count, name: Text }),
    now: ShiftTimeShape,
    next: ShiftTimeShape,
    gaps: Type.Array(
      Type.Object({
        from: Time,
        to: Time,
        user: NullablePerson,
        cause: OneOf(GAP_CAUSES, {
          description:
            'nobody: nobody is on call. disabled, no_method: only `user`, who has no account any more or no verified contact method',
        }),
      }),
      { description: 'Times of the next 30 days in which nobody can be notified' },
    ),
    is_me: Type.Boolean({ description: 'Whether you are on call now' }),
  },
  { title: 'OnCall' },
)
