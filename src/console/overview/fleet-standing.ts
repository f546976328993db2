import type { Words } from '../../words/words.ts'
import type { ModuleStanding } from './overview-store.ts'

/** Counts of enabled devices. */
interface FleetStanding {
  online: number
  offline: number
  never_seen: number
}

export function standingOf(modules: readonly ModuleStanding[]): FleetStanding {
  const sum = (key: keyof FleetStanding) => modules.reduce((total, one) => total + one[key], 0)
  return { online: sum('online'), offline: sum('offline'), never_seen: sum('never_seen') }
}

/** Whether there are devices, and none has sent anything yet. */
export const isUnsent = ({ online, offline, never_seen }: FleetStanding): boolean =>
  online + offline === 0 && never_seen > 0

/** Text instead of "all quiet" while no device is online; null while one is. */
export function notQuietText({ overview }: Words, standing: FleetStanding): string | null {
  const { online, offline, never_seen } = standing
  if (online > 0) return null
  if (isUnsent(standing)) return overview.unsent(never_seen)
  return offline === 0 ? overview.noneEnabled : overview.noneOnline(offline + never_seen)
}
