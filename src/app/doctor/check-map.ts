import { faultOfMapFile } from '../../core/settings/map-files.ts'
import { fileOf, isFetched } from '../../core/settings/map-source.ts'
import { readMapSettings } from '../../core/settings/settings-store.ts'
import { readStreetsState } from '../../core/streets/fetched-file.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { sentenceOf } from '../../platform/error-messages/reasons.ts'
import { type Environment, mapsFolder } from '../node/environment.ts'
import { type CheckResult, okResult, warn } from './finding.ts'

/** Checks that this node has the map file for maps that it serves itself. */
export async function checkMap(db: Queryable, environment: Environment): Promise<CheckResult[]> {
  const map = await readMapSettings(db, environment.map)
  const file = map === null ? null : fileOf(map)
  if (file === null) return []
  const folder = mapsFolder(environment)
  const fault = await faultOfMapFile(folder, file)
  if (fault !== null && isFetched(map)) return [await fetchedResult(folder, file)]
  if (fault === null) return [okResult('map', `${file} can be read`)]
  const advice = `Put the file into ${folder} on each node, or choose another source under Settings; see docs/console.md`
  return [warn('map', `${file} ${fault}; maps show only land and borders`, advice)]
}

async function fetchedResult(folder: string, file: string): Promise<CheckResult> {
  const state = await readStreetsState(folder, file)
  if (state.is !== 'failed') return okResult('map', `${file} is being fetched`)
  const advice = 'Check the source under Settings, Map; the service tries again every ten minutes'
  return warn('map', `the source of ${file} ${sentenceOf(state.fault)}; maps show only land and borders`, advice)
}
