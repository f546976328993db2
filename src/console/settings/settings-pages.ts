import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { SHORTEST_RETENTION_DAYS } from '../../core/audit-log/drop-old-entries.ts'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { listTested } from '../../core/contact-methods/connections/test-connection.ts'
import { countPeople } from '../../core/people/second-factor/factors.ts'
import { provenBy } from '../../core/people/second-factor/recent-proof.ts'
import { changeSetting } from '../../core/settings/change-settings.ts'
import { shownConnections } from '../../core/settings/connections/shown-connections.ts'
import { faultOfMapFile, listMapFiles } from '../../core/settings/map-files.ts'
import { checkMapSource, fileOf, type MapSettings } from '../../core/settings/map-source.ts'
import { findSetting, readSecondFactorRule, SECOND_FACTOR_RULES } from '../../core/settings/settings-store.ts'
import { invalidField, invalidFields } from '../../platform/errors.ts'
import { PlainText } from '../../platform/http/schemas/shapes.ts'
import { readFacts } from '../../platform/installation-facts.ts'
import type { ConsoleContext } from '../console-context.ts'
import type { FormState } from '../frame/forms/forms.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { readSetUp } from '../frame/page/set-up.ts'
import type { ConnectionsShown } from './connections/connection-form-view.ts'
import { connectionPages } from './connections/connection-pages.ts'
import { ConnectionForm } from './connections/read-connection-form.ts'
import { mapFileRoutes } from './map-file-routes.ts'
import { EMPTY_SETTINGS_FORMS, type SettingsForms } from './settings-content.ts'
import { settingsView } from './settings-view.ts'
import { streetsPages } from './streets/streets-pages.ts'

const LONGEST_DAYS = 36_525

const MapForm = Type.Object({
  source: Type.Enum(['builtin', 'fetched', 'pmtiles', 'tiles']),
  pmtiles: Type.Optional(PlainText({ maxLength: 2_100 })),
  tile_url: PlainText({ maxLength: 2_100 }),
  attribution: PlainText({ maxLength: 200 }),
  trial: Type.Optional(Type.Literal('yes')),
})
type MapFields = Static<typeof MapForm>
const Days = Type.String({ pattern: '^[0-9]{0,6}$' })
const RetentionForm = Type.Object({ readings_days: Days, audit_days: Days })

interface More {
  trial?: MapSettings
  done?: string | undefined
  sent?: ConnectionsShown['sent']
  from?: ConnectionsShown['from']
}

/** Settings of the whole installation. */
export const settingsPages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, environment, mapsFolder, offlineAfterS, incidents, encryptionKey, now } = context
  const { connections } = context.connections

  async function page(reader: Reader, forms: SettingsForms, { sent, from, ...more }: More = {}) {
    const [map, retention, required, people, facts, mapFiles, tested, setUp] = await Promise.all([
      findSetting(db, 'map'),
      findSetting(db, 'retention'),
      readSecondFactorRule(db),
      countPeople(db),
      readFacts(db),
      listMapFiles(mapsFolder),
      listTested(db, encryptionKey, connections()),
      readSetUp(context, reader, { isForCard: false }),
    ])
    return settingsView({
      reader,
      environment,
      offlineAfterS,
      incidents,
      connections: {
        values: shownConnections(connections()),
        origins: connections().origins,
        locked: connections.locked(),
        ...{ tested, from, ...(sent ? { sent } : {}) },
      },
      chosen: { map, retention },
      secondFactor: { required, people },
      setUp,
      facts,
      mapFiles,
      forms,
      ...more,
    })
  }
  const again = (form: keyof SettingsForms) => (request: FastifyRequest, state: FormState) =>
    page(readerOf(request), { ...EMPTY_SETTINGS_FORMS, [form]: state })

  /** Throws 400 with the field for an invalid source or a missing file. */
  async function mapIn({ source, tile_url, pmtiles = '', attribution }: MapFields): Promise<MapSettings | null> {
    if (source === 'builtin') return null
    const map = checkMapSource(source === 'tiles' ? { tile_url, attribution } : { pmtiles, attribution })
    const file = fileOf(map)
    const fault = file === null ? null : await faultOfMapFile(mapsFolder, file)
    if (fault !== null) throw invalidFields([{ field: '/pmtiles', ...fault }])
    return map
  }

  /** Previews a map. Its origin is allowed for this response only, and nothing is saved. */
  async function tryMap(request: FastifyRequest, { source, ...fields }: MapFields) {
    const values = { ...fields, source: source === 'builtin' ? ('tiles' as const) : source }
    const trial = (await mapIn(values))!
    const reader = readerOf(request)
    reader.map = trial
    const state = { values, errors: {}, message: null }
    return page(reader, { ...EMPTY_SETTINGS_FORMS, map: state }, { trial })
  }

  showPage(server, 'admin', 'installation', '/settings', {
    query: Type.Object({ from: ConnectionForm.properties.from }),
    show: (reader, { query }) => page(reader, EMPTY_SETTINGS_FORMS, { done: query.done, from: query.from }),
  })

  connectionPages(server, context, (reader, sent, from) => page(reader, EMPTY_SETTINGS_FORMS, { sent, from }))

  takeForm(server, 'admin', 'installation', '/settings/map', {
    body: MapForm,
    async submit(request, { trial, ...fields }) {
      // Areas are chosen on a page of their own.
      if (fields.source === 'fetched') return '/settings/streets'
      if (trial === 'yes') return tryMap(request, fields)
      await changeSetting(db, 'map', await mapIn(fields), changeBy(request), now())
      return '/settings?done=saved#map'
    },
    again: again('map'),
  })

  mapFileRoutes(server, context, (reader, state) => page(reader, { ...EMPTY_SETTINGS_FORMS, map: state }))
  streetsPages(server, context)

  takeForm(server, 'admin', 'installation', '/settings/retention', {
    body: RetentionForm,
    async submit(request, fields) {
      const retention = {
        readings_days: daysIn('readings_days', fields.readings_days, 1),
        audit_days: daysIn('audit_days', fields.audit_days, SHORTEST_RETENTION_DAYS),
      }
      await changeSetting(db, 'retention', retention, changeBy(request), now())
      return '/settings?done=saved#retention'
    },
    again: again('retention'),
  })

  takeForm(server, 'admin', 'installation', '/settings/second-factor', {
    body: Type.Object({ second_factor_required: Type.Enum([...SECOND_FACTOR_RULES]) }),
    async submit(request, { second_factor_required }) {
      const by = await provenBy(db, request, now())
      await changeSetting(db, 'second_factor_required', second_factor_required, by, now())
      return '/settings?done=saved#security'
    },
    again: again('secondFactor'),
  })

  for (const key of ['map', 'retention'] as const) {
    takeForm(server, 'admin', 'installation', `/settings/${key}/environment`, {
      async submit(request) {
        await changeSetting(db, key, undefined, changeBy(request), now())
        return `/settings?done=saved#${key}`
      },
      again: again(key),
    })
  }
}

/** Null for an empty field: forever. */
function daysIn(name: string, text: string, least: number): number | null {
  if (text === '') return null
  const days = Number(text)
  if (days < least || days > LONGEST_DAYS) throw invalidField(`/${name}`, 'days_outside', least, LONGEST_DAYS)
  return days
}
