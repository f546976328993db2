import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { createFeed, deleteFeed, listFeeds } from '../../core/on-call/calendar/calendar-feeds.ts'
import { createOverride, removeOverride } from '../../core/on-call/manage-overrides.ts'
import { removeSchedule } from '../../core/on-call/manage-schedules.ts'
import { listOverrides } from '../../core/on-call/override-store.ts'
import { listPeople } from '../../core/on-call/people-store.ts'
import { findSchedule } from '../../core/on-call/schedule-store.ts'
import { userOf } from '../../core/people/credentials/caller.ts'
import { provenBy } from '../../core/people/second-factor/recent-proof.ts'
import { calendarAddress } from '../../doors/people/calendar-file.ts'
import { mustExist } from '../../platform/errors.ts'
import { IdParams } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf, instantOf } from '../frame/forms/form-fields.ts'
import { EMPTY_FORM, type FormState } from '../frame/forms/forms.ts'
import { type RequestTo, showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { newCalendarView, onCallView } from './on-call-view.ts'
import { readSchedules } from './read-schedule.ts'
import { scheduleForms } from './schedule-forms.ts'
import { scheduleView } from './schedule-view.ts'

const Id = Type.String({ pattern: '^[1-9][0-9]{0,8}$' })
const IdOrNone = Type.Optional(Type.String({ pattern: '^([1-9][0-9]{0,8})?$' }))
const Local = Type.String({ maxLength: 30 })
const OverrideForm = Type.Object({
  ...{ user_id: Type.Optional(Id), replaces: IdOrNone, from: Local, to: Local },
  ...{ 'swap/from': Type.Optional(Local), 'swap/to': Type.Optional(Local) },
})
const OverrideParams = Type.Object({ ...IdParams.properties, override_id: IdParams.properties.id })

export const onCallPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, publicUrl, findScheduleUses, now } = context

  async function listPage(reader: Reader, state: FormState, done?: string) {
    const [shown, feeds] = await Promise.all([readSchedules(db, reader), listFeeds(db, reader.user.id)])
    return onCallView(reader, { ...shown, feeds, done, state })
  }

  async function schedulePage(reader: Reader, id: number, state: FormState, done?: string, made?: number) {
    const schedule = mustExist('Schedule', await findSchedule(db, reader.reach, id))
    const [{ schedules, names }, overrides, people] = await Promise.all([
      readSchedules(db, reader, id),
      listOverrides(db, reader.reach, id, now()),
      listPeople(db, reader.reach),
    ])
    return scheduleView(reader, { schedule, shown: schedules[0]!, overrides, people, names, done, made, state })
  }

  const again = (request: RequestTo<typeof IdParams>, state: FormState) =>
    schedulePage({ ...readerOf(request), address: `/on-call/${idOf(request)}` }, idOf(request), state)
  const againInList = (request: FastifyRequest, state: FormState) =>
    listPage({ ...readerOf(request), address: '/on-call' }, state)

  showPage(server, 'viewer', 'site', '/on-call', {
    show: (reader, { query }) => listPage(reader, EMPTY_FORM, query.done),
  })

  scheduleForms(server, context)

  showPage(server, 'viewer', 'site', '/on-call/:id', {
    query: Type.Object({ override: Type.Optional(Id) }),
    show: (reader, { params, query }) =>
      schedulePage(reader, Number(params.id), EMPTY_FORM, query.done, Number(query.override ?? 0)),
  })

  takeForm(server, 'operator', 'site', '/on-call/:id/take', {
    body: Type.Object({ until: Type.String({ maxLength: 40 }) }),
    async submit(request, { until }) {
      const user = userOf(request)
      const body = { user_id: user.id, from: now().toISOString(), to: until }
      const made = await createOverride(db, idOf(request), body, changeBy(request), now())
      return `/on-call/${idOf(request)}?done=taken&override=${made}`
    },
    again,
  })

  takeForm(server, 'operator', 'site', '/on-call/:id/overrides', {
    body: OverrideForm,
    async submit(request, { user_id, replaces, from, to, ...swap }) {
      const user = userOf(request)
      const { zone } = readerOf(request).format
      const swapTime = (end: 'from' | 'to') =>
        instantOf(`swap/${end}`, swap[`swap/${end}`], zone, end === 'to' ? 'last' : 'first')
      const body = {
        user_id: user_id === undefined ? user.id : Number(user_id),
        ...(replaces ? { replaces: Number(replaces) } : {}),
        ...{ from: instantOf('from', from, zone), to: instantOf('to', to, zone, 'last') },
        ...(swap['swap/from'] || swap['swap/to'] ? { swap: { from: swapTime('from'), to: swapTime('to') } } : {}),
      }
      const made = await createOverride(db, idOf(request), body, changeBy(request), now())
      return `/on-call/${idOf(request)}?done=overridden&override=${made}`
    },
    again,
  })

  takeForm(server, 'operator', 'site', '/on-call/:id/overrides/:override_id/removal', {
    params: OverrideParams,
    async submit(request) {
      const { id, override_id } = request.params
      await removeOverride(db, Number(id), Number(override_id), changeBy(request), now())
      return `/on-call/${id}?done=ended`
    },
    again,
  })

  takeForm(server, 'admin', 'site', '/on-call/:id/removal', {
    async submit(request) {
      await removeSchedule(db, idOf(request), findScheduleUses, changeBy(request), now())
      return '/on-call?done=removed'
    },
    again,
  })

  takeForm(server, 'viewer', 'self', '/calendar-feeds', {
    body: Type.Object({ schedule_id: IdOrNone }),
    async submit(request, { schedule_id }, reply) {
      const scheduleId = schedule_id ? Number(schedule_id) : null
      const by = await provenBy(db, request, now())
      const feed = await createFeed(db, userOf(request).id, scheduleId, by, now())
      reply.code(201)
      const reader = readerOf(request)
      const name = feed.schedule?.name ?? reader.t.onCall.calendars.mine
      return newCalendarView(reader, name, calendarAddress(publicUrl(), feed.secret))
    },
    again: againInList,
  })

  takeForm(server, 'viewer', 'self', '/calendar-feeds/:id/removal', {
    async submit(request) {
      await deleteFeed(db, userOf(request).id, idOf(request), changeBy(request), now())
      return '/on-call?done=calendarRemoved'
    },
    again: againInList,
  })
}
