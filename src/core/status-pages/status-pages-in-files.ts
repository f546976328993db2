import sql from 'sql-template-tag'
import Type, { type Static } from 'typebox'
import type { Queryable } from '../../platform/database/database.ts'
import { OperatorError } from '../../platform/errors.ts'
import { NameText, NullableText, PlainText, Text } from '../../platform/http/schemas/shapes.ts'
import { listDeviceSettings } from '../devices/lists/list-devices.ts'
import { PortableSite } from '../reach/site-name.ts'
import { configurationSection, type GivenEntry, type ImportContext } from '../sites/configuration-section.ts'
import { saveStatusPage, statusAddress } from './manage-status-page.ts'
import { MOST_DEVICES, MOST_TAGS } from './status-page-shapes.ts'
import type { PageDevice, PageTag } from './status-page-store.ts'

const strict = { additionalProperties: false }
const nth = Type.Optional(
  Type.Integer({ minimum: 1, description: 'Which of several devices of the site that have this name' }),
)

/** The status page of a site, with the names of its devices: ids differ between services. */
const PortableStatusPage = Type.Object(
  {
    site: PortableSite,
    title: NameText({ maxLength: 100 }),
    devices: Type.Array(
      Type.Object(
        {
          device: NameText({ maxLength: 100 }),
          nth,
          group_name: Type.Optional(PlainText({ maxLength: 100 })),
          label: NameText({ maxLength: 100 }),
        },
        strict,
      ),
      { maxItems: MOST_DEVICES },
    ),
    tags: Type.Optional(
      Type.Array(
        Type.Object(
          {
            tag: NameText({ maxLength: 50 }),
            group_name: Type.Optional(PlainText({ maxLength: 100 })),
            label: NameText({ maxLength: 100 }),
          },
          strict,
        ),
        { maxItems: MOST_TAGS },
      ),
    ),
    subscription: Type.Optional(Type.Boolean()),
  },
  strict,
)
type PortableStatusPage = Static<typeof PortableStatusPage>
/** Its id and name are those of the site. */
type StoredPage = Omit<PortableStatusPage, 'site'> & { id: number; name: string }

interface PageBody {
  siteId: number
  title: string
  devices: PageDevice[]
  tags: PageTag[]
  subscription: boolean
}

/** Status pages, behind the devices that they show: one for each site. A new one gets a new address. */
export const statusPagesInFiles = configurationSection<PortableStatusPage, PageBody>({
  kind: 'status_page',
  section: 'status_pages',
  shape: PortableStatusPage,
  exportShape: Type.Object({
    site: NullableText,
    title: Text,
    devices: Type.Array(
      Type.Object({ device: Text, nth: Type.Optional(Type.Integer()), group_name: Text, label: Text }),
    ),
    tags: Type.Optional(Type.Array(Type.Object({ tag: Text, group_name: Text, label: Text }))),
    subscription: Type.Optional(Type.Boolean()),
  }),
  secret: { name: 'address', shown: (secret, publicUrl) => statusAddress(publicUrl, secret) },
  async list({ db, sites, hiddenDevices }) {
    return (await listPages(db, hiddenDevices)).map(({ id, name, tags = [], subscription = false, ...rest }) => {
      const fields = { ...rest, ...chosen({ tags, subscription }) }
      return { id, name, site: null, fields, written: { ...(sites.isOne ? {} : { site: name }), ...fields } }
    })
  },
  async reader(context) {
    const { sites } = context
    const named = await devicesByName(context)
    const read = new Set<string>()
    return ({
      site,
      title: given,
      devices: rows,
      tags: givenTags = [],
      subscription = false,
    }): GivenEntry<PageBody> => {
      const title = given.trim()
      const siteId = sites.idOfOwned({ site }, `The status page "${title}"`)
      const name = sites.nameOf(siteId)
      if (read.has(name)) throw new OperatorError(`The site "${name}" has two status pages`)
      read.add(name)
      const wanted = rows.map(({ device, nth, group_name = '', label }) => ({
        device: device.trim(),
        ...(nth === undefined ? {} : { nth }),
        ...{ group_name: group_name.trim(), label: label.trim() },
      }))
      const found = wanted.map(({ device, nth }) =>
        deviceFor(title, { name: device, nth, all: named.get(sites.called(device, siteId)) ?? [] }),
      )
      const twice = found.findIndex((one, place) => found.indexOf(one) < place)
      if (twice !== -1) {
        throw new OperatorError(`The status page "${title}" names the device "${wanted[twice]!.device}" twice`)
      }
      const devices = wanted.map(({ group_name, label }, place) => ({ device_id: found[place]!.id, group_name, label }))
      const tags = givenTags.map(({ tag, group_name = '', label }) => ({
        ...{ tag: tag.trim(), group_name: group_name.trim(), label: label.trim() },
      }))
      const fields = { title, devices: wanted, ...chosen({ tags, subscription }) }
      return { name, site_id: null, fields, body: { siteId, title, devices, tags, subscription } }
    }
  },
  add: ({ body }, context) => save(body, context),
  change: (_, { body }, context) => save(body, context),
})

/** A page without tags or subscribers is written as before there were any. */
const chosen = ({ tags, subscription }: Pick<PortableStatusPage, 'tags' | 'subscription'>) => ({
  ...(tags?.length ? { tags } : {}),
  ...(subscription ? { subscription } : {}),
})

const save = ({ siteId, ...page }: PageBody, { db, by, now }: ImportContext) =>
  saveStatusPage(db, siteId, page, null, by, now)

interface NamedDevice {
  id: number
}

/** Devices that pages can show, by their names, with their sites where there are several. */
async function devicesByName({ db, sites, hiddenDevices, dryRun, changes }: ImportContext) {
  const stored = (await listDeviceSettings(db)).filter(({ id }) => !hiddenDevices.has(id))
  // A dry run has not created them.
  const added = changes.filter(({ kind, change }) => dryRun && kind === 'device' && change === 'added')
  const all = [
    ...stored.map(({ id, name, site }) => ({ id, name: sites.called(name, site.id) })),
    ...added.map(({ name }) => ({ id: 0, name })),
  ]
  return Map.groupBy(all, ({ name }) => name)
}

function deviceFor(
  title: string,
  { name, nth, all }: { name: string; nth: number | undefined; all: readonly NamedDevice[] },
): NamedDevice {
  const page = `The status page "${title}" names the device "${name}"`
  if (all.length === 0) throw new OperatorError(`${page}, which does not exist in its site`)
  if (nth === undefined && all.length > 1) {
    throw new OperatorError(`${page}, but ${all.length} have this name: say which one by nth, from 1 to ${all.length}`)
  }
  const found = all[(nth ?? 1) - 1]
  if (found === undefined) throw new OperatorError(`${page} as nth: ${nth}, but only ${all.length} have this name`)
  return found
}

/** All status pages by the site, without the devices that are hidden. */
const listPages = (db: Queryable, hidden: ReadonlySet<number>) =>
  db.query<StoredPage>(sql`
    select
      p.site_id as id, site.name, p.title, p.subscription,
      coalesce(
        (
          select json_agg(
            json_strip_nulls(json_build_object(
              'device', d.name,
              'nth', case when same.count > 1 then same.nth end,
              'group_name', e.group_name,
              'label', e.label
            )) order by e.place
          )
          from status_page_devices as e
          join devices as d on d.id = e.device_id and d.site_id = e.site_id and d.deleted_at is null
          cross join lateral (
            select count(*), count(*) filter (where o.id <= d.id) as nth
            from devices as o
            where o.site_id = d.site_id and o.name = d.name and o.deleted_at is null
              and o.id <> all (${[...hidden]}::integer[])
          ) as same
          where e.site_id = p.site_id and d.id <> all (${[...hidden]}::integer[])
        ),
        '[]'
      ) as devices,
      coalesce(
        (
          select json_agg(json_build_object('tag', t.tag, 'group_name', t.group_name, 'label', t.label) order by t.place)
          from status_page_tags as t
          where t.site_id = p.site_id
        ),
        '[]'
      ) as tags
    from status_pages as p
    join sites as site on site.id = p.site_id
    order by p.site_id`)
