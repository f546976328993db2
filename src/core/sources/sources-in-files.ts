import Type, { type Static } from 'typebox'
import { type FieldError, RequestError } from '../../platform/errors.ts'
import { AnyObject, NullableText, Text } from '../../platform/http/schemas/shapes.ts'
import { PortableSite } from '../reach/site-name.ts'
import { configurationSection } from '../sites/configuration-section.ts'
import { ModuleShape } from '../vocabulary/shapes.ts'
import { changeSource, createSource, settingsOf } from './manage-sources.ts'
import { newSource } from './source-settings.ts'
import { NewSourceBody } from './source-shapes.ts'
import { findDemoSource, listSources } from './source-store.ts'

const { site_id: _site, kind: _kind, ...fields } = NewSourceBody.properties
const SourceInFile = Type.Object({ ...fields, site: PortableSite }, { additionalProperties: false })
type SourceInFile = Static<typeof SourceInFile>

/** High enough for all: `site-limits.ts`. */
const ALL = { afterId: 0, limit: 100_000 }
const NullableObject = Type.Unsafe<object | null>({ anyOf: [{ type: 'null' }, AnyObject] })

/** Sources, without their tokens, and without what they call their devices. */
export const sourcesInFiles = configurationSection<SourceInFile, NewSourceBody>({
  kind: 'source',
  section: 'sources',
  shape: SourceInFile,
  exportShape: Type.Object({
    site: NullableText,
    name: Text,
    format: Text,
    module: ModuleShape,
    tags: Type.Array(Text),
    time_zone: Text,
    enabled: Type.Boolean(),
    settings: AnyObject,
    mapping: NullableObject,
    adopt: NullableObject,
    networks: Type.Array(Text),
    token_in_address: Type.Boolean(),
    rate_per_s: Type.Integer(),
    burst: Type.Integer(),
  }),
  hasNamesakes: true,
  secret: { name: 'token' },
  faultsOf: (sources) => (sources as SourceInFile[]).flatMap(faultsIn),
  async list({ db, reach, sites }) {
    const demo = await findDemoSource(db)
    const sources = (await listSources(db, reach, ALL)).filter(({ id }) => id !== demo)
    return sources.map((source) => {
      const { id, name, site } = source
      return { id, name, site: sites.isOne ? null : site, fields: settingsOf(source) }
    })
  },
  reader:
    ({ sites }) =>
    ({ site, ...given }) => {
      const source = newSource(given)
      const { name } = source
      const site_id = sites.idOfOwned({ site }, `The source "${name}"`)
      return { name, site_id, fields: source, body: { ...source, site_id } }
    },
  add: async ({ body }, { db, by, now }) => (await createSource(db, body, by, now)).token,
  change: ({ id }, { body: { site_id: _, ...changes } }, { db, by, now }) =>
    changeSource(db, id, changes, { by, versions: null, now }),
})

/** Faults that its shape does not find: in settings of its format, its mapping, its time zone and networks. */
function faultsIn({ site: _, ...given }: SourceInFile, place: number): FieldError[] {
  try {
    newSource(given)
    return []
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const faults = error.errors ?? [{ ...error.fault, field: '' }]
    return faults.map((fault) => ({ ...fault, field: `/sources/${place}${fault.field}` }))
  }
}
