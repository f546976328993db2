import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { assignAlert, noteOnAlert } from '../../../core/actions/annotate-alert.ts'
import { acknowledgeAlert, resolveAlert } from '../../../core/actions/respond-to-alert.ts'
import {
  ALERT_STATUSES,
  AlertShape,
  AlertWithNotesShape,
  findAlert,
  listAlerts,
} from '../../../core/alerts/list-alerts.ts'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { filterOf, filterQuery, statusesIn } from '../../../core/incidents/filter-query.ts'
import { AcknowledgementBody, checkedSnooze, SNOOZES } from '../../../core/incidents/snooze.ts'
import { listedReach, reachOf } from '../../../core/people/credentials/caller.ts'
import { siteQuery } from '../../../core/sites/site-choice.ts'
import { mustExist } from '../../../platform/errors.ts'
import { pageById, pageQuery } from '../../../platform/http/pagination.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { WordList } from '../../../platform/http/schemas/query-words.ts'
import { DataResponse, IdParams, ListResponse, ok, PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { MobileContext } from './mobile-context.ts'

const IDEMPOTENT = 'A second time changes nothing and returns who was first.'
const OPEN = { word: 'open', means: ['firing', 'acknowledged'] } as const

const AlertQuery = Type.Object({
  ...pageQuery,
  ...siteQuery,
  status: WordList([OPEN.word, ...ALERT_STATUSES], 'open means firing or acknowledged'),
  ...filterQuery,
})

const NoteBody = Type.Object({ text: PlainText({ minLength: 1, maxLength: 2_000, examples: ['Cuff was loose'] }) })
const AssignmentBody = Type.Object({
  user_id: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 2_147_483_647 }),
})

export const alertRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db, rules, now }) => {
  async function oneAlert(request: FastifyRequest, id: string) {
    return ok(mustExist('Alert', await findAlert(db, reachOf(request), Number(id))))
  }

  server.get(
    '/api/mobile/alerts',
    endpoint('viewer', 'site', forPrograms('listAlerts', 'Alerts', 'List alerts'), {
      description: 'Newest first. from and to refer to triggered_at.',
      querystring: AlertQuery,
      response: { 200: ListResponse(AlertShape) },
    }),
    async (request) => {
      const { query } = request
      const filter = { statuses: statusesIn(query.status, ALERT_STATUSES, OPEN), ...filterOf(query) }
      return pageById(query, 'alert_id', (place) => listAlerts(db, listedReach(request), filter, place))
    },
  )

  const single = { params: IdParams, response: { 200: DataResponse(AlertWithNotesShape) } }

  server.get(
    '/api/mobile/alerts/:id',
    endpoint('viewer', 'site', forPrograms('getAlert', 'Alerts', 'Get an alert'), single),
    async (request) => oneAlert(request, request.params.id),
  )

  server.post(
    '/api/mobile/alerts/:id/acknowledgement',
    endpoint('operator', 'site', forPrograms('acknowledgeAlert', 'Alerts', 'Acknowledge an alert'), {
      description: `${IDEMPOTENT} ${SNOOZES}`,
      ...single,
      body: AcknowledgementBody,
    }),
    async (request) => {
      const until = checkedSnooze(request.body?.until, now())
      await acknowledgeAlert(db, Number(request.params.id), changeBy(request), now(), until)
      return oneAlert(request, request.params.id)
    },
  )

  server.post(
    '/api/mobile/alerts/:id/resolution',
    endpoint('operator', 'site', forPrograms('resolveAlert', 'Alerts', 'Resolve an alert'), {
      description: IDEMPOTENT,
      ...single,
    }),
    async (request) => {
      await resolveAlert(db, Number(request.params.id), changeBy(request), rules(), now())
      return oneAlert(request, request.params.id)
    },
  )

  server.post(
    '/api/mobile/alerts/:id/notes',
    endpoint('operator', 'site', forPrograms('addAlertNote', 'Alerts', 'Add a note to an alert'), {
      ...single,
      body: NoteBody,
    }),
    async (request) => {
      await noteOnAlert(db, Number(request.params.id), changeBy(request), request.body.text, now())
      return oneAlert(request, request.params.id)
    },
  )

  server.post(
    '/api/mobile/alerts/:id/assignment',
    endpoint('operator', 'site', forPrograms('assignAlert', 'Alerts', 'Assign an alert'), {
      ...single,
      body: AssignmentBody,
    }),
    async (request) => {
      await assignAlert(db, Number(request.params.id), request.body.user_id, changeBy(request), now())
      return oneAlert(request, request.params.id)
    },
  )
}
