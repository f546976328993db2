import Type from 'typebox'
import { Count, described, NullableText, NullableTime, Time } from '../../../platform/http/schemas/shapes.ts'
import { ROLES, type Role } from '../../reach/role.ts'

/** A bearer token in lists. */
export const TokenShape = Type.Object(
  {
    id: Count,
    kind: Type.Enum(['api', 'mobile']),
    name: Type.String({ examples: ['Grafana'] }),
    role: described<Role | null>(NullableText, 'The highest role that it has anywhere'),
    site_ids: Type.Unsafe<number[] | null>({
      type: ['array', 'null'],
      items: Count,
      description: 'The sites that it is limited to; null: all that its owner reaches',
      examples: [null],
    }),
    token_hint: Type.String({ examples: ['595c'] }),
    user_id: Count,
    user_email: Type.String({ examples: ['you@example.org'] }),
    created_at: Time,
    last_used_at: NullableTime,
    last_used_address: NullableText,
    expires_at: NullableTime,
  },
  { title: 'AccessToken' },
)

export const NewTokenShape = Type.Object(
  { ...TokenShape.properties, token: Type.String({ examples: ['f'.repeat(64)] }) },
  { title: 'NewAccessToken' },
)

/** A session in lists. */
export const SessionShape = Type.Object(
  {
    id: Count,
    address: Type.String({ examples: ['192.0.2.7'] }),
    user_agent: Type.String({ examples: ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'] }),
    created_at: Time,
    last_used_at: Time,
  },
  { title: 'Session' },
)

const SEEN = '[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff\\u202a-\\u202e\\u2066-\\u2069]'

export const newTokenFields = {
  // Not blank, and without characters that are invisible or change the direction of text.
  name: Type.String({ examples: ['Grafana'], minLength: 1, maxLength: 100, pattern: `^${SEEN}*(?!\\s)${SEEN}+$` }),
  role: Type.Optional(Type.Enum([...ROLES])),
  site_ids: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'Limits it to these sites; by default it reaches as far as its owner',
      examples: [[1]],
    }),
  ),
  expires_in_days: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 3_650 })),
}
