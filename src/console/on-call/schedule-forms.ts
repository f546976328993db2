import type { FastifyInstance, FastifyRequest } from 'fastify'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { checkRotations } from '../../core/on-call/duty-schedule.ts'
import { changeSchedule, createSchedule } from '../../core/on-call/manage-schedules.ts'
import { listPeople } from '../../core/on-call/people-store.ts'
import { findSchedule } from '../../core/on-call/schedule-store.ts'
import { requireRoleIfShared } from '../../core/reach/require-role.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf } from '../parts/form-fields.ts'
import { chosenSite } from '../parts/site-field.ts'
import { EMPTY, type FormState } from '../shell/forms.ts'
import { showPage, takeForm } from '../shell/pages-and-forms.ts'
import { type Reader, readerOf } from '../shell/reader.ts'
import { formOf, MOST_ROTATIONS, ScheduleForm, scheduleOf, textOf } from './schedule-fields.ts'
import { scheduleFormView } from './schedule-form-view.ts'

/** One form for creating and changing a schedule, with a preview before saving. */
export function scheduleForms(server: FastifyInstance, { db, now }: ConsoleContext): void {
  async function formPage(reader: Reader, id: number | null, fields: ScheduleForm, state = EMPTY, isPreview = false) {
    const people = await listPeople(db, reader.reach)
    const preview = isPreview ? scheduleOf(fields, people) : null
    if (preview !== null) checkRotations(preview)
    return scheduleFormView(reader, { schedule: await existing(reader, id), fields, people, preview, state })
  }

  async function existing({ reach }: Reader, id: number | null) {
    if (id === null) return null
    const schedule = await findSchedule(db, reach, id)
    if (schedule === null) throw notFound('Schedule')
    return schedule
  }

  /** Shows the form again for everything but saving, which returns the address of the schedule. */
  async function submit(request: FastifyRequest, form: ScheduleForm, id: number | null): Promise<string | Html> {
    const reader = readerOf(request)
    if (form.what === 'more') return formPage(reader, id, withRotation(form))
    if (form.what === 'preview') return formPage(reader, id, form, EMPTY, true)
    const body = scheduleOf(form, await listPeople(db, reader.reach))
    if (body.name === '') throw invalidField('/name', 'no_reason')
    if (id !== null) await changeSchedule(db, id, body, changeBy(request), now())
    const saved =
      id ??
      (await createSchedule(
        db,
        { ...body, site_id: chosenSite({ site_id: form.site_id as string | undefined }) },
        changeBy(request),
        now(),
      ))
    return `/on-call/${saved}?done=${id === null ? 'created' : 'changed'}`
  }

  const sentBy = ({ body }: FastifyRequest): ScheduleForm => (body ?? {}) as ScheduleForm

  showPage(server, 'admin', 'site', '/on-call/new', {
    show: (reader) => {
      const today = Temporal.Instant.fromEpochMilliseconds(reader.now.getTime()).toZonedDateTimeISO(reader.format.zone)
      const start_date_0 = today.toPlainDate().toString()
      const usual = { time_zone: reader.format.zone, length_0: '1', unit_0: 'week', handover_0: '09:00', start_date_0 }
      return formPage(reader, null, usual)
    },
  })

  showPage(server, 'admin', 'site', '/on-call/:id/edit', {
    async show(reader, { params }) {
      const schedule = (await existing(reader, Number(params.id)))!
      requireRoleIfShared(reader.reach, 'admin', 'Schedule', schedule)
      const emails = new Map((await listPeople(db, reader.reach)).map(({ id, email }) => [id, email]))
      return formPage(reader, schedule.id, formOf(schedule, emails))
    },
  })

  takeForm(server, 'admin', 'site', '/on-call', {
    body: ScheduleForm,
    submit: (request) => submit(request, sentBy(request), null),
    again: (request, state: FormState) => formPage(readerOf(request), null, sentBy(request), state),
  })

  takeForm(server, 'admin', 'site', '/on-call/:id', {
    body: ScheduleForm,
    submit: (request) => submit(request, sentBy(request), idOf(request)),
    again: (request, state: FormState) => formPage(readerOf(request), idOf(request), sentBy(request), state),
  })
}

const withRotation = (form: ScheduleForm): ScheduleForm => {
  const count = Math.min(MOST_ROTATIONS, Number(textOf(form, 'rotations') || '1') + 1)
  return { ...form, rotations: String(count) }
}
