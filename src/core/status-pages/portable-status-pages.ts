import sql from 'sql-template-tag'
import Type, { type Static } from 'typebox'
import type { Queryable } from '../../platform/database/database.ts'
import { NameText, PlainText } from '../../platform/http/schemas/shapes.ts'
import { PortableSite } from '../reach/site-name.ts'
import { MOST_DEVICES } from './manage-status-page.ts'

const strict = { additionalProperties: false }

/** The status page of a site, with the names of its devices: ids differ between services. */
export const PortableStatusPage = Type.Object(
  {
    site: PortableSite,
    title: NameText({ maxLength: 100 }),
    devices: Type.Array(
      Type.Object(
        {
          device: NameText({ maxLength: 100 }),
          nth: Type.Optional(
            Type.Integer({ minimum: 1, description: 'Which of several devices of the site that have this name' }),
          ),
          group_name: Type.Optional(PlainText({ maxLength: 100 })),
          label: NameText({ maxLength: 100 }),
        },
        strict,
      ),
      { maxItems: MOST_DEVICES },
    ),
  },
  strict,
)
export type PortableStatusPage = Static<typeof PortableStatusPage>
type StoredPortablePage = PortableStatusPage & { site: string }

/** All status pages by the site, without their addresses and without the devices that are left out. */
export function listPortableStatusPages(
  db: Queryable,
  leftOut: ReadonlySet<number> = new Set(),
): Promise<StoredPortablePage[]> {
  return db.query<StoredPortablePage>(sql`
    select
      site.name as site, p.title,
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
              and o.id <> all (${[...leftOut]}::integer[])
          ) as same
          where e.site_id = p.site_id and d.id <> all (${[...leftOut]}::integer[])
        ),
        '[]'
      ) as devices
    from status_pages as p
    join sites as site on site.id = p.site_id
    order by p.site_id`)
}
