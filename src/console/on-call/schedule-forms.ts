import type { FastifyInstance, FastifyRequest } from 'fastify'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { changeSchedule, createSchedule } from '../../core/on-call/manage-schedules.ts'
import { type KnownPerson, listPeople } from '../../core/on-call/people-store.ts'
import { checkRotations } from '../../core/on-call/schedule.ts'
import { findSchedule } from '../../core/on-call/schedule-store.ts'
import { requireRoleIfShared } from '../../core/reach/require-role.ts'
import { invalidField, mustExist } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf } from '../frame/forms/form-fields.ts'
import { EMPTY_FORM, type FormState } from '../frame/forms/forms.ts'
import { siteIdIn } from '../frame/forms/site-field.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { freshPattern, patternOf, rotationFormOf, scheduleOfPattern } from './pattern-fields.ts'
import { MOST_ROTATIONS, ScheduleForm, scheduleForm, scheduleOf, scheduleText } from './schedule-fields.ts'
import { scheduleFormView } from './schedule-form-view.ts'
import { readSchedulePreview } from './schedule-preview.ts'

/** One form for creating and changing a schedule, with a preview before saving. */
export function scheduleForms(server: FastifyInstance, { db, now }: ConsoleContext): void {
  async function formPage(
    reader: Reader,
    id: number | null,
    fields: ScheduleForm,
    state = EMPTY_FORM,
    isPreview = false,
  ) {
    const people = await listPeople(db, reader.reach)
    const body = isPreview ? bodyOf(fields, people, { isComplete: false }) : null
    if (body !== null) checkRotations(body)
    const preview = body === null ? null : await readSchedulePreview(db, reader, body, id)
    return scheduleFormView(reader, { schedule: await existing(reader, id), fields, people, preview, state })
  }

  /** Throws 400; for a schedule to save, also for people that are missing. */
  function bodyOf(form: ScheduleForm, people: readonly KnownPerson[], { isComplete }: { isComplete: boolean }) {
    const pattern = patternOf(form)
    if (pattern === null) return scheduleOf(form, people)
    return scheduleOfPattern(form, pattern, people, { isComplete, now: now() })
  }

  async function existing({ reach }: Reader, id: number | null) {
    if (id === null) return null
    return mustExist('Schedule', await findSchedule(db, reach, id))
  }

  /** Shows the form again for everything but saving, which returns the address of the schedule. */
  async function submit(request: FastifyRequest, form: ScheduleForm, id: number | null): Promise<string | Html> {
    const reader = readerOf(request)
    const pattern = patternOf(form)
    if (form.what === 'rotations' && pattern !== null) {
      return formPage(reader, id, rotationFormOf(form, pattern, now()), EMPTY_FORM, true)
    }
    if (form.what === 'more') return formPage(reader, id, withRotation(form))
    if (form.what === 'preview') return formPage(reader, id, form, EMPTY_FORM, true)
    const body = bodyOf(form, await listPeople(db, reader.reach), { isComplete: true })
    if (body.name === '') throw invalidField('/name', 'no_reason')
    if (id !== null) await changeSchedule(db, id, body, changeBy(request), now())
    const saved =
      id ??
      (await createSchedule(
        db,
        { ...body, site_id: siteIdIn({ site_id: form.site_id as string | undefined }) },
        changeBy(request),
        now(),
      ))
    return `/on-call/${saved}?done=${id === null ? 'created' : 'changed'}`
  }

  const sentBy = ({ body }: FastifyRequest): ScheduleForm => (body ?? {}) as ScheduleForm

  showPage(server, 'admin', 'site', '/on-call/new', {
    show: (reader) => formPage(reader, null, freshPattern(reader.format.zone)),
  })

  showPage(server, 'admin', 'site', '/on-call/:id/edit', {
    async show(reader, { params }) {
      const schedule = (await existing(reader, Number(params.id)))!
      requireRoleIfShared(reader.reach, 'admin', 'Schedule', schedule)
      const emails = new Map((await listPeople(db, reader.reach)).map(({ id, email }) => [id, email]))
      return formPage(reader, schedule.id, scheduleForm(schedule, emails), EMPTY_FORM, true)
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
  const count = Math.min(MOST_ROTATIONS, Number(scheduleText(form, 'rotations') || '1') + 1)
  return { ...form, rotations: String(count) }
}
