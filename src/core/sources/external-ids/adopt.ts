import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { conflict, invalidField } from '../../../platform/errors.ts'
import { BY_SYSTEM, type ChangeBy, recordChange } from '../../audit-log/record-change.ts'
import { addDevice } from '../../devices/add-devices.ts'
import { lockDevice } from '../../devices/change-device.ts'
import { newDeviceOf } from '../../devices/device-bodies.ts'
import { sourceSubject } from '../manage-sources.ts'
import type { Gathered } from '../messages/read-parts.ts'
import { beginReplay } from '../quarantine/replay-store.ts'
import type { Source } from '../source.ts'
import { lockSource, type StoredSource } from '../source-store.ts'
import type { Adoption } from './external-id-shapes.ts'
import { listExternalIdsNamed, lockExternalIds, setExternalIdStates } from './external-id-store.ts'
import { matchesAdoption } from './matches-adoption.ts'

/**
 * Gives external IDs of a source their devices: ones that are there, or new ones. All of them or none. Their messages are
 * then read again. Throws 400 for an external ID or a device that is not there, 403, 404, and 409 for one that has a
 * device already.
 */
export async function adoptExternalIds(
  db: Database,
  sourceId: number,
  items: readonly Adoption[],
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const source = await lockSource(tx, by.reach, sourceId)
    await adoptIn(tx, source, items, by, now)
  })
}

async function adoptIn(
  tx: Queryable,
  source: StoredSource,
  items: readonly Adoption[],
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const known = new Map(
    (
      await lockExternalIds(
        tx,
        source.id,
        items.map(({ external_id }) => external_id),
      )
    ).map((each) => [each.external_id, each]),
  )
  const proposals = await listExternalIdsNamed(tx, source.id, [...known.keys()])
  const adopted: { external_id: string; state: 'adopted'; device_id: number }[] = []
  for (const [place, { external_id, device_id, device }] of items.entries()) {
    const found = known.get(external_id)
    if (found === undefined) throw invalidField(`/items/${place}/external_id`, 'not_known')
    if (found.state === 'adopted') throw conflict('external_id_adopted', external_id)
    // Named twice.
    known.set(external_id, { ...found, state: 'adopted' })
    if ((device_id === undefined) === (device === undefined)) throw invalidField(`/items/${place}`, 'device_or_new')
    const id =
      device === undefined
        ? await presentDevice(tx, source, device_id!, place, by)
        : await newDevice(tx, source, device, by, now)
    adopted.push({ external_id, state: 'adopted', device_id: id })
    const label = proposals.get(external_id)?.proposal.name ?? external_id
    const states = {
      before: { external_id, state: found.state },
      after: { external_id, state: 'adopted', device_id: id, label },
    }
    await recordChange(tx, by, { action: 'source.adopted', subject: sourceSubject(source), ...states }, now)
  }
  await setExternalIdStates(tx, source.id, adopted)
  for (const { external_id } of adopted) await beginReplay(tx, source, { external_id }, now)
}

/** A device of the same site: readings stay in the cell of their source. */
async function presentDevice(
  tx: Queryable,
  { site_id }: StoredSource,
  deviceId: number,
  place: number,
  by: ChangeBy,
): Promise<number> {
  const device = await lockDevice(tx, deviceId, by.reach)
  if (device.site_id !== site_id) throw invalidField(`/items/${place}/device_id`, 'device_of_other_site')
  return device.id
}

async function newDevice(
  tx: Queryable,
  source: StoredSource,
  device: NonNullable<Adoption['device']>,
  by: ChangeBy,
  now: Date,
): Promise<number> {
  const tags = [...new Set([...source.tags, ...(device.tags ?? [])])]
  const { id } = await addDevice(tx, { ...newDeviceOf({ ...device, tags }), site_id: source.site_id }, by, now)
  return id
}

/** Ignores external IDs: their messages are answered and dropped. Throws 400, 403, 404. */
export const ignoreExternalIds = (db: Database, sourceId: number, ids: readonly string[], by: ChangeBy, now: Date) =>
  changeState(db, sourceId, ids, { state: 'ignored', action: 'source.ignored' }, by, now)

/** Takes external IDs from their devices, or from what is ignored: they are pending again. Throws 400, 403, 404. */
export const releaseExternalIds = (db: Database, sourceId: number, ids: readonly string[], by: ChangeBy, now: Date) =>
  changeState(db, sourceId, ids, { state: 'pending', action: 'source.released' }, by, now)

async function changeState(
  db: Database,
  sourceId: number,
  ids: readonly string[],
  { state, action }: { state: 'ignored' | 'pending'; action: string },
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const source = await lockSource(tx, by.reach, sourceId)
    const known = new Map((await lockExternalIds(tx, sourceId, ids)).map((each) => [each.external_id, each]))
    for (const [place, external_id] of ids.entries()) {
      const found = known.get(external_id)
      if (found === undefined) throw invalidField(`/external_ids/${place}`, 'not_known')
      const { device_id } = found
      const states = {
        before: { external_id, state: found.state, device_id },
        after: { external_id, state, device_id: null },
      }
      await recordChange(tx, by, { action, subject: sourceSubject(source), ...states }, now)
    }
    await setExternalIdStates(
      tx,
      sourceId,
      ids.map((external_id) => ({ external_id, state, device_id: null })),
    )
    if (state === 'ignored') for (const external_id of ids) await beginReplay(tx, source, { external_id }, now)
  })
}

/** The outcome of a rule of adoption: the external ID has a device now, is not to have one, or the rule has reached its limit. */
export type AdoptedByRule = 'adopted' | 'not adopted' | 'no room'

/** Adopts by the rule of its source, within its limit. */
export async function adoptByRule(
  db: Database,
  { id, adopt }: Source,
  seen: Pick<Gathered, 'externalId' | 'label' | 'model'>,
  now: Date,
): Promise<AdoptedByRule> {
  if (adopt === null || !matchesAdoption(adopt.match, seen)) return 'not adopted'
  return db.transaction(async (tx) => {
    const source = await lockSource(tx, BY_SYSTEM.reach, id)
    const [count] = await tx.query<{ adopted: number }>(sql`
      select count(*)::integer as adopted from external_ids where source_id = ${id} and state = 'adopted'`)
    const { externalId, label, model } = seen
    if (count!.adopted >= adopt.limit) return 'no room'
    await tx.query(sql`
      insert into external_ids (source_id, external_id, state, label, model, first_seen, last_seen)
      values (${id}, ${externalId}, 'pending', ${label ?? null}, ${model ?? null}, ${now}, ${now})
      on conflict (source_id, external_id) do nothing`)
    const [known] = await lockExternalIds(tx, id, [externalId])
    if (known!.state !== 'pending') return known!.state === 'adopted' ? 'adopted' : 'not adopted'
    const device = { name: (label ?? externalId).slice(0, 100), module: adopt.module, tags: adopt.tags ?? [] }
    await adoptIn(tx, source, [{ external_id: externalId, device }], BY_SYSTEM, now)
    return 'adopted'
  })
}
