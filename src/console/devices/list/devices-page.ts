import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { recordDownload } from '../../../core/audit-log/record-download.ts'
import {
  type BrowseFilter,
  browseDevices,
  countDevices,
  DEVICE_SORTS,
  type DeviceOrder,
  listTags,
  SHOWN_STATUSES,
  sortTypeOf,
} from '../../../core/devices/lists/browse-devices.ts'
import { listLiveSilences } from '../../../core/notifications/silence-store.ts'
import { userOf } from '../../../core/people/credentials/caller.ts'
import { listHeardHours } from '../../../core/telemetry/hours/heard-hours.ts'
import { MODULES } from '../../../core/vocabulary/modules.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Html } from '../../../platform/html.ts'
import { pageSorted } from '../../../platform/http/pagination.ts'
import { WordList, wordsIn } from '../../../platform/http/schemas/query-words.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import { fileSender } from '../../../platform/http/send-file.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { orderIn, sortWords } from '../../frame/lists/sorting.ts'
import { doneQuery, showPage } from '../../frame/page/pages-and-forms.ts'
import { listedHere, type Reader } from '../../frame/page/reader.ts'
import { devicesCsv } from './devices-csv.ts'
import { devicesView, TAGS } from './devices-view.ts'

const ROWS = 50
const HOURS = 24

const ListQuery = Type.Object({
  status: WordList(SHOWN_STATUSES),
  module: WordList(MODULES),
  tag: Type.Optional(PlainText({ maxLength: 50 })),
  name: Type.Optional(PlainText({ maxLength: 100 })),
  alerts: Type.Optional(Type.Enum(['open'])),
  sort: Type.Optional(Type.Enum(sortWords(DEVICE_SORTS))),
  cursor: Type.Optional(Type.String({ maxLength: 400 })),
  ...doneQuery,
  count: Type.Optional(Type.String({ pattern: '^[0-9]{1,6}$' })),
})
type ListQuery = Static<typeof ListQuery>

function filterOf({ status, module, tag, name, alerts }: ListQuery): BrowseFilter {
  return {
    statuses: wordsIn('status', status, SHOWN_STATUSES),
    modules: wordsIn('module', module, MODULES),
    tag: tag || null,
    name: name?.trim() || null,
    alarmed: alerts === 'open',
  }
}

/** Without a choice, the page begins with devices that may need somebody; a file has them by name. */
const orderOf = ({ sort }: ListQuery, usual: 'status' | 'name'): DeviceOrder => orderIn(sort ?? usual)

export async function showDevices(db: Queryable, reader: Reader, query: ListQuery, now: Date): Promise<Html> {
  const [filter, order] = [filterOf(query), orderOf(query, 'status')]
  const [counts, tags, { data: devices, next_cursor }] = await Promise.all([
    countDevices(db, reader.listed, filter),
    listTags(db, reader.listed, TAGS + 1),
    pageSorted(query, sortTypeOf(order), (place) => browseDevices(db, reader.listed, filter, order, place), ROWS),
  ])
  const isHeardShown = reader.preferences.device_columns.includes('day')
  const ids = isHeardShown ? devices.map(({ id }) => id) : []
  const sites = [...new Set(devices.map(({ site }) => site.id))]
  const [heard, silences] = await Promise.all([listHeardHours(db, ids, HOURS, now), listLiveSilences(db, sites, now)])
  return devicesView(reader, { devices, heard, silences, counts, tags, order, next_cursor, query })
}

/** The list of devices. */
export const devicesPage: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, now }) => {
  const sendFile = fileSender(server)

  showPage(server, 'viewer', 'site', '/devices', {
    query: ListQuery,
    show: (reader, { query }) => showDevices(db, reader, query, now()),
  })

  server.get(
    '/devices.csv',
    {
      config: { policy: 'viewer', scope: 'site' },
      schema: { hide: true, querystring: ListQuery },
      exposeHeadRoute: false,
    },
    async (request, reply) =>
      sendFile(reply, {
        download: {
          name: 'devices.csv',
          record: () => recordDownload(db, request, { what: 'devices', reach: listedHere(request) }, now()),
        },
        type: 'text/csv; charset=utf-8; header=present',
        reader: userOf(request).id,
        check: request.readmit,
        pieces: (signal) =>
          devicesCsv(db, () => listedHere(request), filterOf(request.query), orderOf(request.query, 'name'), signal),
      }),
  )
}
