import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { moveDevice } from '../../../core/actions/move-device.ts'
import { type ChangeBy, changeBy } from '../../../core/audit-log/record-change.ts'
import { changeDevice } from '../../../core/devices/change-device.ts'
import { listDevicesWithIds } from '../../../core/devices/lists/list-devices.ts'
import type { Database } from '../../../platform/database/database.ts'
import { RequestError } from '../../../platform/errors.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { silenceFor } from '../../frame/bulk/take-selection.ts'
import { withQuery } from '../../frame/page/addresses.ts'
import { takeForm } from '../../frame/page/pages-and-forms.ts'
import { readerOf } from '../../frame/page/reader.ts'
import { safeReturn } from '../../frame/page/return-to.ts'
import { showDevices } from './devices-page.ts'

const MOST_TAGS = 20
const Id = Type.String({ pattern: '^[1-9][0-9]{0,8}$' })
const SelectionForm = Type.Object({
  ids: Type.Optional(Type.Union([Id, Type.Array(Id, { maxItems: 500 })])),
  what: Type.Enum(['enable', 'disable', 'tag', 'untag', 'move', 'silence']),
  tag: Type.Optional(PlainText({ maxLength: 50 })),
  site_id: Type.Optional(Id),
  to: Type.String({ maxLength: 2_000 }),
})
type What = 'enable' | 'disable' | 'tag' | 'untag'

/** Actions on selected devices. */
export const deviceSelection: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, now }) => {
  takeForm(server, 'operator', 'site', '/devices/selection', {
    body: SelectionForm,
    async submit(request, { ids = [], what, tag = '', site_id, to }) {
      const chosen = [ids].flat().map(Number)
      if (what === 'silence') return silenceFor(chosen, () => withQuery(safeReturn(to), { done: 'nothing-selected' }))
      const by = changeBy(request)
      const count =
        what === 'move'
          ? await moveDevices(db, chosen, Number(site_id ?? 0), by, now())
          : await changeDevices(db, chosen, { what, tag: tag.trim() }, by, now())
      return withQuery(safeReturn(to), { done: 'changed', count: String(count) })
    },
    again: (request) => showDevices(db, { ...readerOf(request), address: '/devices' }, {}, now()),
  })
}

/**
 * Returns the number of changed devices. Devices that another person changes or deletes at the same moment are skipped.
 */
async function changeDevices(
  db: Database,
  ids: readonly number[],
  { what, tag }: { what: What; tag: string },
  by: ChangeBy,
  now: Date,
): Promise<number> {
  let count = 0
  for (const { id, enabled, tags, version } of await listDevicesWithIds(db, by.reach, ids)) {
    const changed =
      what === 'enable' || what === 'disable'
        ? { enabled: what === 'enable' }
        : { tags: what === 'tag' ? [...new Set([...tags, tag])] : tags.filter((other) => other !== tag) }
    const isSame = 'enabled' in changed ? changed.enabled === enabled : changed.tags.length === tags.length
    if (isSame || ('tags' in changed && (tag === '' || changed.tags.length > MOST_TAGS))) continue
    if (await isDone(changeDevice(db, id, changed, [version], by, now))) count += 1
  }
  return count
}

/** The same for devices that move to this site, which keep their history. */
async function moveDevices(
  db: Database,
  ids: readonly number[],
  siteId: number,
  by: ChangeBy,
  now: Date,
): Promise<number> {
  let count = 0
  for (const { id, site } of await listDevicesWithIds(db, by.reach, ids)) {
    if (site.id !== siteId && (await isDone(moveDevice(db, id, siteId, by, now)))) count += 1
  }
  return count
}

const isDone = (change: Promise<unknown>): Promise<boolean> =>
  change.then(
    () => true,
    (error: unknown) => {
      if (error instanceof RequestError) return false
      throw error
    },
  )
