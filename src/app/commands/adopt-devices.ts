import { Command, Option } from 'commander'
import { BY_COMMAND } from '../../core/audit-log/record-change.ts'
import { INSTALLATION } from '../../core/reach/reach.ts'
import { adoptExternalIds } from '../../core/sources/external-ids/adopt.ts'
import { AdoptBody, type Adoption, type ExternalIdRecord } from '../../core/sources/external-ids/external-id-shapes.ts'
import {
  listExternalIds,
  listExternalIdsNamed,
  MOST_PENDING,
} from '../../core/sources/external-ids/external-id-store.ts'
import { getSource, type StoredSource } from '../../core/sources/source-store.ts'
import { MODULES, type Module } from '../../core/vocabulary/modules.ts'
import { systemClock } from '../../platform/clock.ts'
import { counted } from '../../platform/counted.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { OperatorError } from '../../platform/errors.ts'
import { schemaCheck } from '../../platform/http/schemas/schema-check.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'
import { sourceIdArgument } from './source-id.ts'

interface AdoptOptions {
  all?: boolean
  module?: Module
  json?: boolean
}

const checked = schemaCheck(AdoptBody)

/** Each becomes a device of its own, as it is proposed. */
export function adoptCommand(): Command {
  return new Command('adopt')
    .description('make devices of what a source speaks for, as they are proposed; all of them or none')
    .argument('<id>', 'number of the source', sourceIdArgument)
    .argument('[external-id...]', 'what the source calls them')
    .option('--all', `all that are pending, at most ${MOST_PENDING} at once`)
    .addOption(new Option('--module <module>', 'module of the devices (default: as proposed)').choices([...MODULES]))
    .option(...JSON_FLAG)
    .action(adoptDevices)
}

async function adoptDevices(id: number, externalIds: string[], options: AdoptOptions): Promise<void> {
  if ((externalIds.length === 0) === !options.all) throw new OperatorError('Name external IDs, or say --all.')
  const adopted = await withDatabase(async (db) => {
    const source = await getSource(db, INSTALLATION, id)
    const wanted = await wantedIds(db, source, externalIds)
    if (wanted.length === 0) return []
    const { items } = checked({ items: wanted.map((one) => adoptionOf(one, options)) })
    await adoptExternalIds(db, id, items, BY_COMMAND, systemClock())
    const names = items.map(({ external_id }) => external_id)
    const states = await listExternalIdsNamed(db, source.id, names)
    return names.flatMap((name) => states.get(name) ?? [])
  })
  const lines = adopted.map(({ external_id, device_id }) => `${String(device_id).padStart(6)}  ${external_id}`)
  const says = `Adopted ${counted(adopted.length, 'device')}. The running service reads their messages again.`
  print(adopted, adopted.length === 0 ? 'No device is pending.' : [says, ...lines].join('\n'), options)
}

/** Those of these names, or all pending ones without names. */
async function wantedIds(db: Queryable, { id }: StoredSource, names: readonly string[]): Promise<ExternalIdRecord[]> {
  if (names.length === 0) return listExternalIds(db, id, { state: 'pending', after: '', limit: MOST_PENDING })
  const known = await listExternalIdsNamed(db, id, names)
  return names.map((name) => {
    const found = known.get(name)
    if (found === undefined) throw new OperatorError(`Source ${id} has not heard of "${name}".`)
    return found
  })
}

function adoptionOf({ external_id, proposal }: ExternalIdRecord, { module }: AdoptOptions): Adoption {
  const { expected_interval_s, ...proposed } = proposal
  const interval = expected_interval_s === null ? {} : { expected_interval_s }
  return { external_id, device: { ...proposed, ...interval, module: module ?? proposed.module } }
}
