import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { CONTACT_KINDS } from '../../../core/contact-methods/channels/channels.ts'
import { readReadiness } from '../../../core/escalation/read-readiness.ts'
import { READINESS_PROBLEMS } from '../../../core/escalation/readiness-problems.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { ROLES } from '../../../core/reach/role.ts'
import { SeverityShape } from '../../../core/vocabulary/shapes.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import {
  Answer,
  Count,
  described as explained,
  Nullable,
  NullableTime,
  NumberText,
  OneOf,
  ok,
  Text,
  Time,
} from '../../../platform/http/schemas/shapes.ts'
import type { MobileContext } from './mobile-context.ts'

const ReadinessQuery = Type.Object({
  device_id: Type.Optional(NumberText('^[0-9]{1,9}$', { minimum: 1 })),
  severity: Type.Optional(SeverityShape),
  at: Type.Optional(Type.String({ format: 'date-time', description: 'Now by default' })),
})
const Named = Type.Object({ id: Count, name: Text })
const PersonShape = Type.Object({
  user: Named,
  messages: Type.Array(
    Type.Object({
      label: Text,
      kind: OneOf(CONTACT_KINDS),
      at: Time,
      held: Type.Boolean({ description: 'Waits for the end of quiet hours' }),
    }),
  ),
  why_not: Type.Unsafe<'no_method' | 'min_severity' | null>({
    type: ['string', 'null'],
    enum: ['no_method', 'min_severity', null],
  }),
})
const ReadinessShape = Type.Object(
  {
    problems: Type.Array(Type.Object({ problem: OneOf(READINESS_PROBLEMS), about: Type.Array(Text) })),
    people: Type.Array(
      Type.Object({
        id: Count,
        name: Text,
        role: Type.Union([OneOf(ROLES), Type.Null()]),
        verified: explained<number>(Count, 'Verified contact methods'),
        broken: Count,
        last_ok_at: NullableTime,
      }),
    ),
    rehearsal: Type.Object(
      {
        policy: Nullable<{ id: number; name: string }>('object'),
        rounds: Count,
        steps: Type.Array(Type.Object({ at: Time, people: Type.Array(PersonShape) })),
        given_up_at: NullableTime,
        reaches_anybody: Type.Boolean(),
      },
      { description: 'The first round of the escalation of such an incident' },
    ),
  },
  { title: 'Readiness' },
)

/** Rehearses the escalation of an incident that could happen. */
export const readinessRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db, outbound, now }) => {
  server.get(
    '/api/mobile/readiness',
    endpoint(
      'viewer',
      'installation',
      forPrograms(
        'getReadiness',
        'Escalation',
        'Show who would be notified of an incident, and what stands in the way',
      ),
      {
        refusals: [404],
        querystring: ReadinessQuery,
        response: { 200: Answer(ReadinessShape) },
      },
    ),
    async (request) => {
      const { device_id, severity = 'critical', at } = request.query
      const deviceId = device_id === undefined ? null : Number(device_id)
      const asked = { deviceId, severity, at: at === undefined ? now() : new Date(at) }
      return ok(await readReadiness(db, reachOf(request), asked, outbound(), now()))
    },
  )
}
