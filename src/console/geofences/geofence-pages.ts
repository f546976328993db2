import type { FastifyPluginAsync } from 'fastify'
import Type, { type Static } from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { fenceFaults } from '../../core/conditions/check-condition.ts'
import type { Fence } from '../../core/conditions/condition.ts'
import { reachOf } from '../../core/people/credentials/caller.ts'
import type { Reach } from '../../core/reach/reach.ts'
import { settleRules } from '../../core/rules/editing/apply-rule.ts'
import { findGeofence, listGeofences, type NamedGeofence } from '../../core/rules/geofences/geofence-store.ts'
import { changeGeofence, createGeofence, removeGeofence } from '../../core/rules/geofences/manage-geofences.ts'
import { listRulesWithKeys } from '../../core/rules/rule-store.ts'
import { fieldError, invalidFields, mustExist } from '../../platform/errors.ts'
import { NameText } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf } from '../frame/forms/form-fields.ts'
import { EMPTY_FORM, type FormState } from '../frame/forms/forms.ts'
import { siteIdIn, siteInForm } from '../frame/forms/site-field.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import type { MapGeofence } from '../map/map-data.ts'
import { fieldsIn, formReader } from '../rules/form/fields.ts'
import { shapeOf } from '../rules/form/leaf-fields.ts'
import { geofenceFormView } from './geofence-form-view.ts'
import { geofenceListView } from './geofence-list-view.ts'

const text = Type.Optional(Type.String({ maxLength: 20_000 }))
const GeofenceForm = Type.Object({
  name: NameText({ maxLength: 100 }),
  shape: Type.Enum(['circle', 'polygon']),
  ...{ lat: text, lng: text, radius: text, corners: text },
  ...siteInForm,
})

/** Geofences: a list, and a form with a map. */
export const geofencePages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, now } = context

  async function getGeofence(reach: Reach, id: number): Promise<NamedGeofence> {
    return mustExist('Geofence', await findGeofence(db, reach, id))
  }

  async function page(reader: Reader, id: number, state: FormState, done?: string) {
    const geofence = await getGeofence(reader.reach, id)
    const rules = await listRulesWithKeys(db, reader.reach, geofence.rules)
    return geofenceFormView(reader, { geofence, rules, state, done })
  }
  const newPage = (reader: Reader, state = EMPTY_FORM) =>
    geofenceFormView(reader, { geofence: null, rules: [], state, done: undefined })

  showPage(server, 'viewer', 'site', '/geofences', {
    show: async (reader, { query }) => geofenceListView(reader, await listGeofences(db, reader.listed), query.done),
  })

  showPage(server, 'operator', 'site', '/geofences/new', {
    show: async (reader) => newPage(reader),
  })

  takeForm(server, 'operator', 'site', '/geofences/new', {
    body: GeofenceForm,
    async submit(request, body) {
      const { name } = body
      const site_id = siteIdIn(body)
      const fence = fenceIn(body)
      const id = await createGeofence(
        db,
        { name, fence, ...(site_id !== undefined && { site_id }) },
        changeBy(request),
        now(),
      )
      return `/geofences/${id}?done=created`
    },
    again: async (request, state) => newPage(readerOf(request), state),
  })

  showPage(server, 'viewer', 'site', '/geofences/:id', {
    show: (reader, { params, query }) => page(reader, Number(params.id), EMPTY_FORM, query.done),
  })

  takeForm(server, 'operator', 'site', '/geofences/:id', {
    body: GeofenceForm,
    async submit(request, body) {
      const id = idOf(request)
      const changes = { name: body.name, fence: fenceIn(body) }
      const keys = await changeGeofence(db, id, changes, null, changeBy(request), now())
      await settleRules(context, keys)
      return `/geofences/${id}?done=saved`
    },
    again: (request, state) => page(readerOf(request), idOf(request), state),
  })

  takeForm(server, 'operator', 'site', '/geofences/:id/removal', {
    async submit(request) {
      await removeGeofence(db, idOf(request), changeBy(request), now())
      return '/geofences?done=deleted'
    },
    again: (request, { message }) => page(readerOf(request), idOf(request), { ...EMPTY_FORM, message }),
  })

  server.get(
    '/map/geofences.json',
    { config: { policy: 'viewer', scope: 'site' }, schema: { hide: true } },
    async (request): Promise<MapGeofence[]> => {
      const geofences = await listGeofences(db, reachOf(request))
      return geofences.map(({ id, name, fence }) => ({ id, name, fence }))
    },
  )
}

/** The shape in the fields, which are those of a rule. Throws 400 with the invalid fields. */
function fenceIn(form: Static<typeof GeofenceForm>): Fence {
  const reader = formReader(fieldsIn(form))
  const fence = shapeOf(reader, '', '/fence')
  const unreadable = [...reader.faults.keys()].map((name) =>
    fieldError(`/${name}`, name === 'corners' ? 'no_corners' : 'no_number'),
  )
  const faults = fenceFaults(fence).map((fault) => ({
    ...fault,
    field: fieldFor(reader.places, fault.field, form.shape),
  }))
  if (unreadable.length + faults.length > 0) throw invalidFields(unreadable.length > 0 ? unreadable : faults)
  return fence as Fence
}

/** The field of a path in the shape: `/fence/circle/lat` is `/lat`. */
function fieldFor(
  places: ReadonlyMap<string, string>,
  path: string,
  chosen: Static<typeof GeofenceForm>['shape'],
): string {
  const name = places.get(path)
  return name === undefined || name === 'shape' ? (chosen === 'polygon' ? '/corners' : '/lat') : `/${name}`
}
