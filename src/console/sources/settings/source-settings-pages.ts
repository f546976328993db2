import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { FORMAT_NAMES } from '../../../core/sources/formats/formats.ts'
import { changeSource, deleteSource, rotateSourceToken } from '../../../core/sources/manage-sources.ts'
import { getSource } from '../../../core/sources/source-store.ts'
import { MODULES } from '../../../core/vocabulary/modules.ts'
import { invalidField } from '../../../platform/errors.ts'
import { type IdParams, NameText, PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { idOf, splitText } from '../../frame/forms/form-fields.ts'
import type { FormState } from '../../frame/forms/forms.ts'
import { type RequestTo, showPage, takeForm } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import { sourceTokenView } from '../adding/source-token-view.ts'
import { showSource } from '../shown-source.ts'
import { atFieldsOf, checkedChanges, settingFieldOf } from '../source-form.ts'
import { sourceAddress } from '../source-state.ts'
import { formatSettingsIn } from './format-settings.ts'
import { EMPTY_SOURCE_FORMS, type SourceForms, sourceSettingsView } from './source-settings-view.ts'

const Tick = Type.Optional(Type.Literal('yes'))

/** Settings of the format follow, as `setting:NAME`. */
const SettingsForm = Type.Object(
  {
    name: NameText({ maxLength: 100 }),
    format: Type.Enum([...FORMAT_NAMES]),
    module: Type.Enum([...MODULES]),
    time_zone: PlainText({ maxLength: 100 }),
    tags: PlainText({ maxLength: 1_100 }),
    networks: PlainText({ maxLength: 1_200 }),
    rate_per_s: Type.String({ pattern: '^[0-9]{1,6}$' }),
    burst: Type.String({ pattern: '^[0-9]{1,6}$' }),
    token_in_address: Tick,
    enabled: Tick,
    version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
  },
  { additionalProperties: PlainText({ maxLength: 3_000 }) },
)

/** Settings of a source, its token and its end. */
export const sourceSettingsPages: FastifyPluginAsync<ConsoleContext> = async (server, { db, now, publicUrl }) => {
  const changing = (request: FastifyRequest, versions: number[] | null = null) => ({
    by: changeBy(request),
    versions,
    now: now(),
  })
  async function show(reader: Reader, id: number, forms: SourceForms, done?: string) {
    const source = await showSource(db, reader.reach, id)
    return sourceSettingsView(reader, source, `${publicUrl()}${source.url}`, forms, done)
  }
  const again = (form: keyof SourceForms) => (request: RequestTo<typeof IdParams>, state: FormState) =>
    show(readerOf(request), idOf(request), { ...EMPTY_SOURCE_FORMS, [form]: state })

  showPage(server, 'operator', 'site', '/sources/:id/settings', {
    show: (reader, { params, query }) => show(reader, Number(params.id), EMPTY_SOURCE_FORMS, query.done),
  })

  takeForm(server, 'operator', 'site', '/sources/:id/settings', {
    body: SettingsForm,
    async submit(request, fields) {
      const id = idOf(request)
      const { format } = await getSource(db, reachOf(request), id)
      const sent = fields as Record<string, string | undefined>
      const changes = {
        ...{ name: fields.name.trim(), format: fields.format, module: fields.module },
        time_zone: fields.time_zone.trim(),
        tags: splitText(fields.tags, /,/),
        networks: splitText(fields.networks, /[\s,]+/),
        rate_per_s: Number(fields.rate_per_s),
        burst: Number(fields.burst),
        token_in_address: fields.token_in_address === 'yes',
        enabled: fields.enabled === 'yes',
        // Settings of the former format mean nothing in another one.
        ...(fields.format === format ? { settings: formatSettingsIn(format, sent) } : {}),
      }
      await atFieldsOf(settingFieldOf, () =>
        changeSource(db, id, checkedChanges(changes), changing(request, [Number(fields.version)])),
      )
      return `${sourceAddress(id)}/settings?done=saved`
    },
    again: again('settings'),
  })

  takeForm(server, 'operator', 'site', '/sources/:id/token', {
    body: Type.Object({ overlap_s: Type.Enum(['0', '3600', '86400', '604800']) }),
    async submit(request, { overlap_s }) {
      const id = idOf(request)
      const token = await rotateSourceToken(db, id, Number(overlap_s), changeBy(request), now())
      const source = await showSource(db, reachOf(request), id)
      return sourceTokenView(readerOf(request), { source, url: `${publicUrl()}${source.url}`, token, sender: null })
    },
    again: again('token'),
  })

  takeForm(server, 'operator', 'site', '/sources/:id/deletion', {
    body: Type.Object({ confirmation: Type.String({ maxLength: 200 }) }),
    async submit(request, { confirmation }) {
      const { id, name, version } = await getSource(db, reachOf(request), idOf(request))
      if (confirmation.trim() !== name) throw invalidField('/confirmation', 'not_its_name')
      await deleteSource(db, id, changing(request, [version]))
      return '/sources?done=deleted'
    },
    again: again('deletion'),
  })
}
