import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { AlertShape, findAlert, listAlerts } from '../alerts/list-alerts.ts'
import { changeBy } from '../audit-log/record-change.ts'
import { notFound } from '../platform/errors.ts'
import { idBehind, limitOf, page, pageQuery } from '../platform/http/pages.ts'
import { operation } from '../platform/http/route-list.ts'
import { Answer, IdParams, ListAnswer, ok } from '../platform/http/shapes.ts'
import { acknowledgeAlert, resolveAlert } from '../response/respond-to-alert.ts'
import type { MobileContext } from './mobile-context.ts'

const AlertQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(Type.Enum(['open', 'firing', 'acknowledged', 'resolved'])),
  device_id: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })),
})

export const alertRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db, rules, now }) => {
  async function oneAlert(id: string) {
    const alert = await findAlert(db, Number(id))
    if (alert === null) throw notFound('Alert')
    return ok(alert)
  }

  server.get(
    '/api/mobile/alerts',
    {
      config: { policy: 'viewer' },
      schema: {
        ...operation('listAlerts', 'Alerts', 'List alerts'),
        querystring: AlertQuery,
        response: { 200: ListAnswer(AlertShape) },
      },
    },
    async (request) => {
      const { status = null, device_id } = request.query
      const limit = limitOf(request.query)
      const beforeId = idBehind(request.query)
      const filter = { status, deviceId: device_id === undefined ? null : Number(device_id) }
      const alerts = await listAlerts(db, filter, { beforeId, limit: limit + 1 })
      return page(alerts, limit, (alert) => [alert.alert_id])
    },
  )

  const single = { params: IdParams, response: { 200: Answer(AlertShape) } }

  server.get(
    '/api/mobile/alerts/:id',
    { config: { policy: 'viewer' }, schema: { ...operation('getAlert', 'Alerts', 'Get an alert'), ...single } },
    async (request) => oneAlert(request.params.id),
  )

  server.post(
    '/api/mobile/alerts/:id/acknowledgement',
    {
      config: { policy: 'operator' },
      schema: { ...operation('acknowledgeAlert', 'Alerts', 'Acknowledge an alert'), ...single },
    },
    async (request) => {
      await acknowledgeAlert(db, Number(request.params.id), changeBy(request), now())
      return oneAlert(request.params.id)
    },
  )

  server.post(
    '/api/mobile/alerts/:id/resolution',
    {
      config: { policy: 'operator' },
      schema: { ...operation('resolveAlert', 'Alerts', 'Resolve an alert'), ...single },
    },
    async (request) => {
      await resolveAlert(db, Number(request.params.id), changeBy(request), rules(), now())
      return oneAlert(request.params.id)
    },
  )
}
