import { raw, type Sql } from 'sql-template-tag'
import Type, { type Static } from 'typebox'

const SITE_EXAMPLE = { id: 1, name: 'Home' }
const properties = { id: Type.Integer(), name: Type.String() }

/** A site, as the records that belong to it name it in the APIs. */
export const SiteNameShape = Type.Object(properties, { title: 'SiteName', examples: [SITE_EXAMPLE] })
export type SiteName = Static<typeof SiteNameShape>

/** The same of a record that may belong to the whole installation. */
export const AnySiteNameShape = Type.Unsafe<SiteName | null>({
  ...Type.Object(properties),
  type: ['object', 'null'],
  description: 'Null: the whole installation',
  examples: [SITE_EXAMPLE],
})

/** The name of a site in configuration files: ids differ between services. Absent: the whole installation. */
export const PortableSite = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 100 }))

/** Selects that object for a column with a site id. */
export const siteNameSql = (column: string): Sql =>
  raw(`(select jsonb_build_object('id', site.id, 'name', site.name) from sites as site where site.id = ${column})`)
