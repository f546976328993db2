import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { findActors } from '../../core/people/user-store.ts'
import { listRulesInForce } from '../../core/rules/editing/limits-in-force.ts'
import { findFirstVersionTime } from '../../core/rules/rule-store.ts'
import { invalidField } from '../../platform/errors.ts'
import type { ConsoleContext } from '../console-context.ts'
import { startOfDay } from '../frame/formats/local-days.ts'
import { showPage } from '../frame/page/pages-and-forms.ts'
import type { Reader } from '../frame/page/reader.ts'
import { limitsView } from './limits-view.ts'

/** The limits in force, now or at the end of a day. */
export const limitsPage: FastifyPluginAsync<ConsoleContext> = async (server, { db }) => {
  showPage(server, 'viewer', 'site', '/limits', {
    query: Type.Object({ at: Type.Optional(Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$' })) }),
    async show(reader, { query: { at: day = '' } }) {
      const at = day === '' ? reader.now : endOfDay(day, reader)
      const rules = await listRulesInForce(db, reader.listed, at)
      const authors = rules.flatMap(({ saved_by }) => (saved_by === null ? [] : [saved_by]))
      const people = await findActors(db, [...new Set(authors)])
      const known = rules.length > 0 ? null : await findFirstVersionTime(db, reader.listed)
      return limitsView(reader, { rules, people, day, at, known })
    },
  })
}

/** Not later than now. Throws 400. */
function endOfDay(day: string, { format, now }: Reader): Date {
  const end = startOfDay(day, format.zone, 1)
  if (end === null) throw invalidField('/at', 'no_day')
  return end < now ? end : now
}
