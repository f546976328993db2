import type { FastifyPluginAsync } from 'fastify'
import Type, { type Static } from 'typebox'
import { type AuditFilter, listEntries } from '../../core/audit-log/audit-store.ts'
import { AUDIT_FILE_TYPES, exportAudit } from '../../core/audit-log/export-audit.ts'
import { recordDownload } from '../../core/audit-log/record-download.ts'
import { listPeople } from '../../core/on-call/people-store.ts'
import { userOf } from '../../core/people/credentials/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { emailKey } from '../../platform/email-key.ts'
import { type Fault, faultOf } from '../../platform/error-messages/reasons.ts'
import { invalidFields } from '../../platform/errors.ts'
import { pageById } from '../../platform/http/pagination.ts'
import { PlainText } from '../../platform/http/schemas/shapes.ts'
import { fileSender } from '../../platform/http/send-file.ts'
import { fieldFault } from '../../words/words.ts'
import type { ConsoleContext } from '../console-context.ts'
import { type Period, periodOf } from '../frame/lists/period-filter.ts'
import { acceptedRange, timeRangeQuery } from '../frame/lists/time-range.ts'
import { showPage } from '../frame/page/pages-and-forms.ts'
import { listedHere, type Reader, readerOf } from '../frame/page/reader.ts'
import { auditView, type NamedActor } from './audit-view.ts'
import { objectNames } from './object-names.ts'

const ROWS = 50

const Text = Type.Optional(PlainText({ maxLength: 254 }))
const filterQuery = {
  actor: Text,
  action: Type.Optional(Type.String({ pattern: '^[a-z][a-z_]{0,40}(\\.([a-z_]{1,40}|\\*))?$' })),
  subject_type: Type.Optional(Type.String({ pattern: '^[a-z][a-z_]{0,40}$' })),
  subject_id: Text,
  ...timeRangeQuery,
}
const AuditQuery = Type.Object({ ...filterQuery, cursor: Type.Optional(Type.String({ maxLength: 200 })) })
const ExportQuery = Type.Object({ ...filterQuery, format: Type.Enum(['csv', 'ndjson']) })
type AuditQuery = Omit<Static<typeof ExportQuery>, 'format'>

export const auditPages: FastifyPluginAsync<ConsoleContext> = async (server, { db, now }) => {
  const sendFile = fileSender(server)

  showPage(server, 'admin', 'site', '/audit', {
    query: AuditQuery,
    async show(reader, { query }) {
      const period = periodOf(reader, query)
      const fault = actorFault(query)
      const filter = filterOf(fault === null ? query : { ...query, actor: '' }, period)
      const { data, next_cursor } = await pageById(
        query,
        'id',
        (place) => listEntries(db, reader.listed, filter, place),
        ROWS,
      )
      return auditView(reader, {
        entries: data,
        nameOf: await objectNames(db, reader, data),
        nextCursor: next_cursor,
        query,
        period,
        actor: fault === null ? await namedActor(db, reader, filter.actor) : { text: query.actor ?? '', name: null },
        errors: fault === null ? {} : { actor: fieldFault(reader.t, fault) },
      })
    },
  })

  server.get(
    '/audit/export',
    {
      config: { policy: 'admin', scope: 'site' },
      exposeHeadRoute: false,
      schema: { hide: true, querystring: ExportQuery },
    },
    async (request, reply) => {
      const query = request.query as Static<typeof ExportQuery>
      const fault = actorFault(query)
      if (fault !== null) throw invalidFields([{ field: '/actor', ...fault }])
      const filter = filterOf(query, acceptedRange(periodOf(readerOf(request), query)))
      return sendFile(reply, {
        download: {
          name: `audit.${query.format}`,
          record: () => recordDownload(db, request, { what: 'audit', reach: listedHere(request) }, now()),
        },
        type: AUDIT_FILE_TYPES[query.format],
        reader: userOf(request).id,
        check: request.readmit,
        pieces: (signal) => exportAudit(db, () => listedHere(request), filter, query.format, signal),
      })
    },
  )
}

/** The actor as the field has it, and the name. */
async function namedActor(db: Queryable, reader: Reader, actor: string | null): Promise<NamedActor> {
  if (actor === null) return { text: '', name: null }
  const { command, system } = reader.t.audit.actors
  if (actor === 'command' || actor === 'system') return { text: actor, name: actor === 'command' ? command : system }
  const people = await listPeople(db, reader.reach)
  const person = people.find(({ id, email }) => actor === String(id) || emailKey(actor) === email)
  return person === undefined ? { text: actor, name: null } : { text: person.email, name: person.name }
}

const ACTOR = /^([1-9]\d{0,8}|command|system|[^@\s]+@[^@\s]+)$/

const actorFault = ({ actor = '' }: AuditQuery): Fault | null =>
  actor === '' || ACTOR.test(actor) ? null : faultOf('no_actor')

/** Empty fields do not filter. */
const filterOf = (
  { actor, action, subject_type, subject_id }: AuditQuery,
  { from, to }: Pick<Period, 'from' | 'to'>,
): AuditFilter => ({
  actor: actor || null,
  action: action ?? null,
  subjectType: subject_type ?? null,
  subjectId: subject_id || null,
  from,
  to,
})
