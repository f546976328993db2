import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { recordDownload } from '../../../core/audit-log/record-download.ts'
import { fileContext } from '../../../core/configuration/export-configuration.ts'
import { CONFIGURATION_SECTIONS } from '../../../core/configuration/sections.ts'
import { userOf } from '../../../core/people/credentials/caller.ts'
import { listUsers, type UserRecord } from '../../../core/people/user-store.ts'
import { INSTALLATION } from '../../../core/reach/reach.ts'
import { CONFIGURATION_FORMAT } from '../../../core/settings/configuration-format.ts'
import { writtenEntry } from '../../../core/sites/configuration-section.ts'
import type { Database } from '../../../platform/database/database.ts'
import { jsonList, pagesOf, written } from '../../../platform/files/file-format.ts'
import { forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, Text, Time } from '../../../platform/http/schemas/shapes.ts'
import { fileSender, JSON_TYPE, textBy } from '../../../platform/http/send-file.ts'
import type { AdminContext } from './admin-context.ts'

const PAGE_ROWS = 200
const ConfigurationUser = Type.Object({ email: Text, role: Text, enabled: Type.Boolean() })

/** The schema leaves out everything that is not a setting: states, ids and secrets. */
const ConfigurationShape = Type.Object(
  {
    format: Type.Literal(CONFIGURATION_FORMAT),
    exported_at: Time,
    ...Object.fromEntries(CONFIGURATION_SECTIONS.map(({ section, exportShape }) => [section, Type.Array(exportShape)])),
    users: Type.Array(ConfigurationUser),
  },
  { title: 'Configuration', description: 'The whole configuration, without secrets.' },
)

export const adminExportRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  const sendFile = fileSender(server)

  server.get(
    '/api/admin/export',
    {
      config: { policy: 'admin', scope: 'installation' },
      // A HEAD request would do all the work and discard it.
      exposeHeadRoute: false,
      schema: {
        ...forPrograms('exportConfiguration', 'Configuration', 'Export the configuration'),
        refusals: [429],
        response: { 200: DataResponse(ConfigurationShape) },
      },
    },
    async (request, reply) =>
      sendFile(reply, {
        download: {
          name: 'tocsin-configuration.json',
          record: () => recordDownload(db, request, { what: 'configuration' }, now()),
        },
        type: JSON_TYPE,
        reader: userOf(request).id,
        check: request.readmit,
        pieces: (signal) => configurationPieces(db, reply, now(), signal),
      }),
  )
}

/** Reads a page of each list at a time: the number of devices and users is unlimited. */
async function* configurationPieces(
  db: Database,
  reply: FastifyReply,
  now: Date,
  signal: AbortSignal,
): AsyncGenerator<string> {
  function list<Row extends object>(items: Type.TObject, next: (last: Row | null, limit: number) => Promise<Row[]>) {
    const text = textBy(reply, items)
    return written(
      jsonList<Row>((row) => text(items.required?.includes('site') ? { site: null, ...row } : row)),
      pagesOf(next, PAGE_ROWS, signal),
    )
  }
  const context = await fileContext(db, { reach: INSTALLATION, hiddenDevices: new Set(), now })
  yield `{"status":"ok","data":{"format":"${CONFIGURATION_FORMAT}","exported_at":"${now.toISOString()}"`
  for (const section of CONFIGURATION_SECTIONS) {
    yield `,"${section.section}":`
    yield* list(section.exportShape, async (last: object | null, limit) => {
      if (section.exported !== undefined) return section.exported(context, last, limit)
      return last === null ? (await section.list(context)).map(writtenEntry) : []
    })
  }
  yield ',"users":'
  yield* list(ConfigurationUser, (last: UserRecord | null, limit) =>
    listUsers(db, INSTALLATION, { afterId: last?.id ?? 0, limit }),
  )
  yield '}}'
}
