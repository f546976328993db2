import type { FastifyPluginAsync } from 'fastify'
import Type, { type Static } from 'typebox'
import { type AuditFilter, listEntries } from '../../core/audit-log/audit-store.ts'
import { AUDIT_FILE_TYPES, exportAudit } from '../../core/audit-log/export-audit.ts'
import { recordDownload } from '../../core/audit-log/record-download.ts'
import { listPeople } from '../../core/on-call/people-store.ts'
import { userOf } from '../../core/people/credentials/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { emailKey } from '../../platform/email-key.ts'
import { invalidField, RequestError } from '../../platform/errors.ts'
import { pageById } from '../../platform/http/pagination.ts'
import { PlainText } from '../../platform/http/schemas/shapes.ts'
import { fileSender } from '../../platform/http/send-file.ts'
import { fieldFault } from '../../words/words.ts'
import type { ConsoleContext } from '../console-context.ts'
import { startOfDay } from '../frame/formats/local-days.ts'
import { showPage } from '../frame/page/pages-and-forms.ts'
import { listedHere, type Reader, readerOf } from '../frame/page/reader.ts'
import { auditView, type NamedActor } from './audit-view.ts'
import { objectNames } from './object-names.ts'

const ROWS = 50

const Text = Type.Optional(PlainText({ maxLength: 254 }))
const Day = Type.Optional(Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$' }))
const filterQuery = {
  actor: Text,
  action: Type.Optional(Type.String({ pattern: '^[a-z][a-z_]{0,40}(\\.([a-z_]{1,40}|\\*))?$' })),
  subject_type: Type.Optional(Type.String({ pattern: '^[a-z][a-z_]{0,40}$' })),
  subject_id: Text,
  from: Day,
  to: Day,
}
const AuditQuery = Type.Object({ ...filterQuery, cursor: Type.Optional(Type.String({ maxLength: 200 })) })
const ExportQuery = Type.Object({ ...filterQuery, format: Type.Enum(['csv', 'ndjson']) })

export const auditPages: FastifyPluginAsync<ConsoleContext> = async (server, { db, now }) => {
  const sendFile = fileSender(server)

  showPage(server, 'admin', 'site', '/audit', {
    query: AuditQuery,
    async show(reader, { query }) {
      const { filter, errors } = shownFilter(reader, query)
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
        isFiltered: [...Object.values(filter), ...Object.keys(errors)].some((part) => part !== null),
        actor:
          errors.actor === undefined
            ? await namedActor(db, reader, filter.actor)
            : { text: query.actor ?? '', name: null },
        errors,
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
      const filter = filterOf(readerOf(request), query)
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

/** Days are in the reader's time zone; the last one is included. Empty fields do not filter. */
function filterOf({ format }: Reader, query: Omit<Static<typeof ExportQuery>, 'format'>): AuditFilter {
  const { actor = '', action, subject_type, subject_id, from = '', to = '' } = query
  if (actor !== '' && !ACTOR.test(actor)) throw invalidField('/actor', 'no_actor')
  const [first, last] = [dayOf('/from', from, format.zone, 0), dayOf('/to', to, format.zone, 1)]
  if (first !== null && last !== null && last <= first) throw invalidField('/to', 'last_day_first')
  return {
    actor: actor || null,
    action: action ?? null,
    subjectType: subject_type ?? null,
    subjectId: subject_id || null,
    from: first,
    to: last,
  }
}

/** The filter of the page, without fields that cannot be, and what is wrong with each of these. */
function shownFilter(
  reader: Reader,
  query: Parameters<typeof filterOf>[1],
): { filter: AuditFilter; errors: Record<string, string> } {
  try {
    return { filter: filterOf(reader, query), errors: {} }
  } catch (error) {
    const fault = error instanceof RequestError ? error.errors?.[0] : undefined
    if (fault === undefined) throw error
    const name = fault.field.slice(1)
    const { filter, errors } = shownFilter(reader, { ...query, [name]: '' })
    return { filter, errors: { ...errors, [name]: fieldFault(reader.t, fault) } }
  }
}

function dayOf(field: string, day: string, zone: string, daysLater: number): Date | null {
  if (day === '') return null
  const time = startOfDay(day, zone, daysLater)
  if (time === null) throw invalidField(field, 'no_day')
  return time
}
