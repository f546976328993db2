import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { readCalendar } from '../../core/on-call/calendar/calendar-feeds.ts'
import type { Database } from '../../platform/database/database.ts'
import { mustExist } from '../../platform/errors.ts'
import { keptBody, sendKept } from '../../platform/http/kept-body.ts'

interface CalendarContext {
  db: Database
  publicUrl: () => string
  now: () => Date
}

export const calendarAddress = (publicUrl: string, secret: string): string =>
  `${publicUrl.replace(/\/$/, '')}/calendar/${secret}.ics`

/** Programs ask a few times an hour, but a provider may do so for many people from few addresses. */
const PER_MINUTE = 120

/** Calendars for programs that cannot log in: the secret is in the address. */
export const calendarFile: FastifyPluginAsyncTypebox<CalendarContext> = async (server, { db, publicUrl, now }) => {
  server.get(
    '/calendar/:file',
    {
      config: { policy: 'public', scope: 'none', perMinute: PER_MINUTE },
      schema: { hide: true, params: Type.Object({ file: Type.String({ maxLength: 200 }) }) },
    },
    async (request, reply) => {
      const domain = new URL(publicUrl()).hostname
      const [, secret] = /^(.+)\.ics$/.exec(request.params.file) ?? []
      const text = mustExist('Calendar', secret === undefined ? null : await readCalendar(db, secret, domain, now()))
      reply.headers({ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-cache' })
      return sendKept(reply, keptBody(text))
    },
  )
}
