import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { AuditEntryShape } from '../../../core/audit-log/audit-entry.ts'
import { type AuditFilter, listEntries } from '../../../core/audit-log/audit-store.ts'
import { AUDIT_FILE_TYPES, exportAudit } from '../../../core/audit-log/export-audit.ts'
import { recordDownload } from '../../../core/audit-log/record-download.ts'
import { listedReach, userOf } from '../../../core/people/credentials/caller.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { rangeQuery, timeRangeIn } from '../../../core/telemetry/time-range.ts'
import { pageById, pageQuery } from '../../../platform/http/pagination.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { ListResponse, PlainText } from '../../../platform/http/schemas/shapes.ts'
import { FileText, fileSender } from '../../../platform/http/send-file.ts'
import type { AdminContext } from './admin-context.ts'

const filterQuery = {
  actor: Type.Optional(
    Type.String({
      description: 'The ID or email of a person, or `command` or `system`',
      maxLength: 254,
      pattern: '^([1-9][0-9]{0,8}|command|system|[^@\\s\\u0000]+@[^@\\s\\u0000]+)$',
      examples: ['you@example.org'],
    }),
  ),
  action: Type.Optional(
    Type.String({
      description: 'One action, or a group such as device.*',
      pattern: '^[a-z][a-z_]{0,40}(\\.([a-z_]{1,40}|\\*))?$',
      examples: ['device.*'],
    }),
  ),
  subject_type: Type.Optional(Type.String({ pattern: '^[a-z][a-z_]{0,40}$', examples: ['device'] })),
  subject_id: Type.Optional(PlainText({ minLength: 1, maxLength: 100, examples: ['1'] })),
  ...rangeQuery,
  ...siteQuery,
}
const AuditQuery = Type.Object({ ...filterQuery, ...pageQuery })
const ExportQuery = Type.Object({ ...filterQuery, format: Type.Enum(['csv', 'ndjson']) })

function filterOf(query: Omit<Static<typeof ExportQuery>, 'format'>): AuditFilter {
  const { actor = null, action = null, subject_type = null, subject_id = null } = query
  return { actor, action, subjectType: subject_type, subjectId: subject_id, ...timeRangeIn(query) }
}

/** The audit log: administrators read and download it, nobody changes it. */
export const auditRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  const sendFile = fileSender(server)

  server.get(
    '/api/admin/audit',
    endpoint('admin', 'site', forPrograms('listAuditEntries', 'Audit log', 'List who changed what, newest first'), {
      querystring: AuditQuery,
      response: { 200: ListResponse(AuditEntryShape) },
    }),
    async (request) => {
      const { query } = request
      return pageById(query, 'id', (place) => listEntries(db, listedReach(request), filterOf(query), place))
    },
  )

  server.get(
    '/api/admin/audit/export',
    {
      config: { policy: 'admin', scope: 'site' },
      // A HEAD request would do all the work and discard it.
      exposeHeadRoute: false,
      schema: {
        ...forPrograms('exportAuditEntries', 'Audit log', 'Export who changed what, oldest first'),
        refusals: [429],
        querystring: ExportQuery,
        responseContent: { 'text/csv': FileText, 'application/x-ndjson': FileText },
      },
    },
    async (request, reply) => {
      const { format } = request.query
      const filter = filterOf(request.query)
      return sendFile(reply, {
        download: {
          name: `audit.${format}`,
          record: () => recordDownload(db, request, { what: 'audit', reach: listedReach(request) }, now()),
        },
        type: AUDIT_FILE_TYPES[format],
        reader: userOf(request).id,
        check: request.readmit,
        pieces: (signal) => exportAudit(db, () => listedReach(request), filter, format, signal),
      })
    },
  )
}
