import Type from 'typebox'
import type { Role } from '../../../core/reach/role.ts'
import type { SiteName } from '../../../core/reach/site-name.ts'
import type { Content } from '../../../platform/html.ts'
import type { Column } from '../lists/data-table.ts'
import type { Reader } from '../page/reader.ts'
import { choice, type FormState } from './forms.ts'

/** The field of a form for something new that may belong to a site; empty for the whole installation. */
export const siteInForm = { site_id: Type.Optional(Type.String({ pattern: '^([1-9][0-9]{0,8})?$' })) }

/** The chosen site; undefined without a choice. */
export const chosenSite = ({ site_id }: { site_id?: string | undefined }): number | null | undefined =>
  site_id === undefined ? undefined : site_id === '' ? null : Number(site_id)

/**
 * Asks to what site something new belongs, at first that of the page. Only if there are several. `isShared`: it may
 * belong to the whole installation.
 */
export function siteField(
  reader: Reader,
  needed: Role,
  state: FormState,
  { isShared = true, hint = reader.t.shared.siteHint }: { isShared?: boolean; hint?: string } = {},
): Content {
  const { shared: t } = reader.t
  if (reader.sites.length < 2) return null
  const all = isShared && reader.may(needed, null) ? [{ value: '', text: t.allSites }] : []
  const sites = reader.sites.filter(({ id }) => reader.may(needed, id))
  const options = [...all, ...sites.map(({ id, name }) => ({ value: String(id), text: name }))]
  const [looked, ...others] = sites.filter(({ id }) => reader.listed.everywhere === null && reader.listed.sites.has(id))
  const chosen = looked !== undefined && others.length === 0 ? String(looked.id) : (options[0]?.value ?? '')
  return choice({ name: 'site_id', label: t.site, hint, options, chosen }, state)
}

/** The name of a site where there are several. */
export const siteName = ({ t }: Reader, site: SiteName | null): string => site?.name ?? t.shared.allSites

/** A column with the site of each row, where there are several. */
export const siteColumn = <Row extends { site: SiteName | null }>(reader: Reader): Column<Row>[] =>
  reader.sites.length < 2 ? [] : [{ name: reader.t.shared.site, show: ({ site }) => siteName(reader, site) }]

/** The same among facts. */
export const siteFact = (reader: Reader, { site }: { site: SiteName | null }): [string, Content][] =>
  reader.sites.length < 2 ? [] : [[reader.t.shared.site, siteName(reader, site)]]
