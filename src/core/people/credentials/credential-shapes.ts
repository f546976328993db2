import Type from 'typebox'
import { Count, NullableText, NullableTime, Time } from '../../../platform/http/schemas/shapes.ts'
import { ROLES } from '../user.ts'

/** A bearer token in lists. */
export const TokenShape = Type.Object(
  {
    id: Count,
    kind: Type.Enum(['api', 'mobile']),
    name: Type.String({ examples: ['Grafana'] }),
    role: Type.String({ examples: ['viewer'] }),
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

const SEEN = '[^\\p{Cc}\\p{Cs}\\u202a-\\u202e\\u2066-\\u2069]'

export const newTokenFields = {
  // Not blank, and without characters that are invisible or change the direction of text.
  name: Type.String({ examples: ['Grafana'], minLength: 1, maxLength: 100, pattern: `^${SEEN}*(?!\\s)${SEEN}+$` }),
  role: Type.Optional(Type.Enum([...ROLES])),
  expires_in_days: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 3_650 })),
}
