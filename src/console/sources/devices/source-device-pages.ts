import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { listDeviceNames } from '../../../core/devices/lists/list-devices.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { previewMessages } from '../../../core/rehearsal/preview/preview-messages.ts'
import { adoptExternalIds, ignoreExternalIds, releaseExternalIds } from '../../../core/sources/external-ids/adopt.ts'
import { EXTERNAL_ID_STATES } from '../../../core/sources/external-ids/external-id-shapes.ts'
import { listExternalIds } from '../../../core/sources/external-ids/external-id-store.ts'
import { findFormat } from '../../../core/sources/formats/formats.ts'
import { changeSource } from '../../../core/sources/manage-sources.ts'
import { AdoptionRule } from '../../../core/sources/source-shapes.ts'
import { page, textsBehind } from '../../../platform/http/pagination.ts'
import { schemaCheck } from '../../../platform/http/schemas/schema-check.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { idOf, splitText } from '../../frame/forms/form-fields.ts'
import { EMPTY_FORM, type FormState } from '../../frame/forms/forms.ts'
import { showPage, takeForm } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import { showSource } from '../shown-source.ts'
import { atFieldsOf } from '../source-form.ts'
import { sourceAddress } from '../source-state.ts'
import { AdoptionForm, adoptionsIn, chosenIds, rowFieldOf } from './adoption-form.ts'
import { saidByDevice } from './pending-values.ts'
import { sourceDevicesView } from './source-devices-view.ts'

const ROWS = 50
const SourceQuery = Type.Object({
  state: Type.Optional(Type.Enum([...EXTERNAL_ID_STATES])),
  cursor: Type.Optional(Type.String({ maxLength: 1_000 })),
})

const RuleForm = Type.Object({
  match_id: PlainText({ maxLength: 200 }),
  match_model: PlainText({ maxLength: 200 }),
  module: PlainText({ maxLength: 40 }),
  tags: PlainText({ maxLength: 1_100 }),
  limit: PlainText({ maxLength: 10 }),
})

/** By itself: as a choice between a rule and null, each fault would be one of the whole rule. */
const checkRule = schemaCheck(Type.Object({ adopt: AdoptionRule }))

/** `/adopt/match/id` is a fault of the field `match_id`. */
const ruleFieldOf = (field: string): string =>
  field.replace(/^\/adopt\/(match)\/(\w+).*$|^\/adopt\/(\w+).*$/, '$1_$2$3').replace(/^_/, '')

/** The devices that a source speaks for, and what is done with them. */
export const sourceDevicePages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, now, publicUrl, rules, sources } = context

  async function show(
    reader: Reader,
    id: number,
    query: { state?: (typeof EXTERNAL_ID_STATES)[number]; cursor?: string; done?: string },
    forms: { adoption?: FormState; rule?: FormState } = {},
  ) {
    const { state = 'pending' } = query
    const source = await showSource(db, reader.reach, id)
    const [after = ''] = textsBehind(query, 1) ?? []
    const found = await listExternalIds(db, source.id, { state, after, limit: ROWS + 1 })
    const { data: externalIds, next_cursor } = page(found, ROWS, ({ external_id }) => [external_id])
    const isRead = state === 'pending' && externalIds.length > 0 && findFormat(source.format) !== null
    const says = isRead ? await previewMessages(db, rules(), source, {}, now()) : []
    const ids = externalIds.flatMap(({ device_id }) => device_id ?? [])
    const names = ids.length === 0 ? [] : await listDeviceNames(db, reader.reach, ids)
    return sourceDevicesView({
      ...{ reader, source, state, externalIds, nextCursor: next_cursor, done: query.done },
      url: `${publicUrl()}${source.url}`,
      says: saidByDevice(says),
      names: new Map(names.map(({ id: device, name }) => [device, name])),
      adoption: forms.adoption ?? EMPTY_FORM,
      rule: forms.rule ?? EMPTY_FORM,
    })
  }

  showPage(server, 'operator', 'site', '/sources/:id', {
    query: SourceQuery,
    show: (reader, { params, query }) => show(reader, Number(params.id), query),
  })

  takeForm(server, 'operator', 'site', '/sources/:id/adopted', {
    body: AdoptionForm,
    async submit(request, fields) {
      const [id, by] = [idOf(request), changeBy(request)]
      const address = sourceAddress(id)
      const chosen = chosenIds(fields)
      if (chosen.length === 0) return `${address}?done=nothing`
      if (fields.what === 'ignore') {
        await ignoreExternalIds(db, id, chosen, by, now())
        await sources.replayNow(id)
        return `${address}?done=ignored`
      }
      const { rows, items } = await adoptionsIn(db, reachOf(request), fields)
      await atFieldsOf(rowFieldOf(rows), () => adoptExternalIds(db, id, items, by, now()))
      await sources.replayNow(id)
      return `${address}?state=adopted&done=adopted`
    },
    again: (request, state) => show(readerOf(request), idOf(request), {}, { adoption: state }),
  })

  takeForm(server, 'operator', 'site', '/sources/:id/released', {
    body: AdoptionForm,
    async submit(request, fields) {
      const [id, chosen] = [idOf(request), chosenIds(fields)]
      const address = `${sourceAddress(id)}?state=${fields.state ?? 'adopted'}`
      if (chosen.length === 0) return `${address}&done=nothing`
      const change = fields.what === 'ignore' ? ignoreExternalIds : releaseExternalIds
      await change(db, id, chosen, changeBy(request), now())
      await sources.replayNow(id)
      return `${address}&done=${fields.what === 'ignore' ? 'ignored' : 'released'}`
    },
    again: (request, state) => show(readerOf(request), idOf(request), { state: 'adopted' }, { adoption: state }),
  })

  takeForm(server, 'operator', 'site', '/sources/:id/rule', {
    body: RuleForm,
    async submit(request, { match_id, match_model, module, tags, limit }) {
      const id = idOf(request)
      const match = {
        ...(match_id.trim() === '' ? {} : { id: match_id.trim() }),
        ...(match_model.trim() === '' ? {} : { model: match_model.trim() }),
      }
      const isNone = Object.keys(match).length === 0
      const rule = { match, module, tags: splitText(tags, /,/), limit: Number(limit) }
      await atFieldsOf(ruleFieldOf, () => {
        const adopt = isNone ? null : checkRule({ adopt: rule }).adopt
        return changeSource(db, id, { adopt }, { by: changeBy(request), versions: null, now: now() })
      })
      return `${sourceAddress(id)}?done=saved`
    },
    again: (request, state) => show(readerOf(request), idOf(request), {}, { rule: state }),
  })
}
