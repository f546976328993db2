import Type from 'typebox'
import { Count, NullableInteger, NullableText, OneOf, Text, Time } from '../../../platform/http/schemas/shapes.ts'
import { REFUSAL_REASONS } from './refusal.ts'

/** A refused request of a device in the API. */
export const RefusalShape = Type.Object(
  {
    at: Time,
    first_at: Time,
    count: Count,
    status: Count,
    reason: OneOf(REFUSAL_REASONS),
    message: Text,
    address: Text,
    token_hint: NullableText,
    token_length: NullableInteger,
  },
  {
    title: 'Refusal',
    examples: [
      {
        at: '2026-11-21T12:20:23.640Z',
        first_at: '2026-11-21T12:19:23.640Z',
        count: 2,
        status: 400,
        reason: 'content',
        message: '/metrics/spo2: must be number or null',
        address: '192.0.2.7',
        token_hint: null,
        token_length: null,
      },
    ],
  },
)
