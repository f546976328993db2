import { raw, type Sql } from 'sql-template-tag'
import Type from 'typebox'
import { NullableInteger, NullableText, OneOf } from '../../platform/http/schemas/shapes.ts'

/** The person who acknowledged, resolved or wrote something. */
export interface Actor {
  id: number
  email: string
  name: string
}

/** A person as changes name them: the email does not change. */
export type Doer = Pick<Actor, 'id' | 'email'>

/** An actor in the APIs: `{type: "user" | "system", id, email, name}`, or null if nobody has acted yet. */
export const ActorShape = Type.Unsafe<Record<string, unknown> | null>({
  ...Type.Object({ type: OneOf(['user', 'system']), id: NullableInteger, email: NullableText, name: NullableText }),
  type: ['object', 'null'],
  title: 'Actor',
  description: 'A person, or the service itself; null if it has not happened yet',
  examples: [{ type: 'user', id: 2, email: 'op@example.org', name: 'Ana' }],
})

/** Selects that object, given the column with the time of the action and the alias of the joined user, if any. */
export function actorSql(happenedAt: string, user: string): Sql {
  return raw(`case when ${happenedAt} is not null then jsonb_build_object(
    'type', case when ${user}.id is null then 'system' else 'user' end, 'id', ${user}.id, 'email', ${user}.email,
    'name', ${user}.name
  ) end`)
}
