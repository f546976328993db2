import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { listTags } from '../../core/devices/lists/browse-devices.ts'
import { findDevicesNamed } from '../../core/devices/lists/find-devices-named.ts'
import { checkedSilence, requireExistingScope } from '../../core/notifications/check-silence.ts'
import { readSilence } from '../../core/notifications/list-silences.ts'
import { changeSilence, createSilence, endSilenceNow, removeSilence } from '../../core/notifications/manage-silences.ts'
import type { ShownSilence } from '../../core/notifications/silence.ts'
import type { NewSilenceBody } from '../../core/notifications/silence-shape.ts'
import { reachOf } from '../../core/people/credentials/caller.ts'
import type { Reach } from '../../core/reach/reach.ts'
import { requireRoleIfShared } from '../../core/reach/require-role.ts'
import { listRuleNames } from '../../core/rules/rule-store.ts'
import { invalidField, mustExist } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import { PlainText } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { findDeviceNames } from '../frame/formats/device-names.ts'
import { idOf } from '../frame/forms/form-fields.ts'
import { EMPTY_FORM, type FormState } from '../frame/forms/forms.ts'
import { siteIdIn } from '../frame/forms/site-field.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { readSilencePreview, type SilencePreview } from './read-preview.ts'
import { deviceLinesOf, SilenceForm, silenceBody, silenceForm } from './silence-fields.ts'
import { silenceFormView } from './silence-form-view.ts'

/** Tags offered as a hint. */
const MOST_TAGS = 30

/** Values that other pages fill in. */
const Prefill = Type.Object({
  /** Ids, separated by commas. */
  device_id: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}(,[1-9][0-9]{0,8})*$', maxLength: 5_000 })),
  tag: Type.Optional(PlainText({ maxLength: 50 })),
  rule: Type.Optional(PlainText({ maxLength: 100 })),
})

type ShowOne = (reader: Reader, id: number, state: FormState) => Promise<Html>

/** One form for creating and changing a silence, with a preview before saving. */
export function silenceForms(server: FastifyInstance, { db, now }: ConsoleContext, showOne: ShowOne): void {
  interface Shown {
    silence?: ShownSilence | null
    preview?: SilencePreview | null
    state?: FormState
  }

  async function formPage(reader: Reader, fields: SilenceForm, shown: Shown = {}): Promise<Html> {
    const { silence = null, preview = null, state = EMPTY_FORM } = shown
    const [rules, tags, deviceNames] = await Promise.all([
      listRuleNames(db, reader.reach, reader.preferences.language),
      listTags(db, reader.reach, MOST_TAGS),
      findDeviceNames(db, reader.reach, deviceLinesOf(fields)),
    ])
    return silenceFormView(reader, {
      silence,
      fields,
      rules,
      tags: tags.map(({ tag }) => tag).toSorted(),
      deviceNames,
      preview,
      state,
    })
  }

  /** The hours of a weekly silence stay in the time zone they were entered in. */
  const bodyFrom = async (reader: Reader, form: SilenceForm, before: ShownSilence | null): Promise<NewSilenceBody> => {
    const { zone } = reader.format
    const deviceIds = await findDevicesNamed(db, reader.reach, deviceLinesOf(form))
    const body = silenceBody(form, deviceIds, { zone, weeklyZone: before?.weekly?.time_zone ?? zone })
    return before === null ? { ...body, site_id: siteIdIn(form) } : body
  }

  async function previewOf(
    { reach }: Reader,
    body: NewSilenceBody,
    before: ShownSilence | null,
  ): Promise<SilencePreview> {
    const silence = { ...checkedSilence(body, before, now()), site_id: before?.site_id ?? body.site_id ?? null }
    await requireExistingScope(db, reach, silence)
    return readSilencePreview(db, reach, silence, now())
  }

  const withReason = (body: NewSilenceBody): NewSilenceBody => {
    if ((body.reason ?? '').trim() === '') throw invalidField('/reason', 'no_reason')
    return body
  }

  async function getSilence(reach: Reach, id: number): Promise<ShownSilence> {
    return mustExist('Silence', await readSilence(db, reach, id, now()))
  }

  /** The submitted values, lists included. */
  const sentBy = ({ body }: FastifyRequest): SilenceForm => (body ?? {}) as SilenceForm

  showPage(server, 'operator', 'site', '/silences/new', {
    query: Prefill,
    show: (reader, { query }) =>
      formPage(reader, {
        ...(query.device_id === undefined
          ? {}
          : {
              devices: query.device_id
                .split(',')
                .map((id) => `#${id}`)
                .join('\n'),
            }),
        ...(query.tag === undefined ? {} : { tags: query.tag }),
        ...(query.rule === undefined ? {} : { rule_keys: query.rule }),
      }),
  })

  showPage(server, 'operator', 'site', '/silences/:id/edit', {
    async show(reader, { params }) {
      const silence = await getSilence(reader.reach, Number(params.id))
      requireRoleIfShared(reader.reach, 'operator', 'Silence', silence)
      return formPage(reader, silenceForm(silence, reader.format.zone), {
        silence,
        preview: await readSilencePreview(db, reader.reach, silence, now()),
      })
    },
  })

  takeForm(server, 'operator', 'site', '/silences', {
    body: SilenceForm,
    async submit(request, form) {
      const reader = readerOf(request)
      const body = await bodyFrom(reader, form, null)
      if (form.what === 'preview') return formPage(reader, form, { preview: await previewOf(reader, body, null) })
      return `/silences/${await createSilence(db, withReason(body), changeBy(request), now())}?done=created`
    },
    again: (request, state) => formPage(readerOf(request), sentBy(request), { state }),
  })

  takeForm(server, 'operator', 'site', '/silences/:id', {
    body: SilenceForm,
    async submit(request, form) {
      const reader = readerOf(request)
      const silence = await getSilence(reader.reach, idOf(request))
      const body = await bodyFrom(reader, form, silence)
      if (form.what === 'preview')
        return formPage(reader, form, { silence, preview: await previewOf(reader, body, silence) })
      await changeSilence(db, silence.id, withReason(body), changeBy(request), now())
      return `/silences/${silence.id}?done=changed`
    },
    again: async (request, state) =>
      formPage(readerOf(request), sentBy(request), {
        silence: await getSilence(reachOf(request), idOf(request)),
        state,
      }),
  })

  takeForm(server, 'operator', 'site', '/silences/:id/end', {
    async submit(request) {
      await endSilenceNow(db, idOf(request), changeBy(request), now())
      return `/silences/${idOf(request)}?done=ended`
    },
    again: (request, state) => showOne(readerOf(request), idOf(request), state),
  })

  takeForm(server, 'operator', 'site', '/silences/:id/removal', {
    async submit(request) {
      await removeSilence(db, idOf(request), changeBy(request), now())
      return '/silences?done=removed'
    },
    again: (request, state) => showOne(readerOf(request), idOf(request), state),
  })
}
