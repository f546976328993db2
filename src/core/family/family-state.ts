import type { IncidentRecord } from '../incidents/incident-shape.ts'
import { SEVERITIES } from '../vocabulary/severities.ts'
import type { FamilyDevice } from './family-devices.ts'

/** `isTaken`: somebody has said that they look after all of it. */
export type FamilyState =
  | { kind: 'well' }
  /** Somebody has resolved it, and the device has sent nothing since: nobody knows yet whether it is over. */
  | { kind: 'cared'; at: Date }
  | { kind: 'wrong'; since: Date; isTaken: boolean; incidents: IncidentRecord[] }
  | { kind: 'silent'; since: Date | null; isTaken: boolean }
  | { kind: 'off' }

/** Whether it is about a device that is not heard from, alone or with others. */
export const isSilence = ({ origin }: Pick<IncidentRecord, 'origin'>): boolean =>
  origin === 'offline' || origin === 'storm'

const rank = ({ current_severity, severity }: IncidentRecord): number =>
  SEVERITIES.indexOf(current_severity ?? severity)

/** The one thing that a relative has to know of a device. `incidents`: those about it. Pure. */
export function familyState(
  { enabled, status, last_seen }: Pick<FamilyDevice, 'enabled' | 'status' | 'last_seen'>,
  incidents: readonly IncidentRecord[],
): FamilyState {
  const open = incidents.filter((incident) => incident.status !== 'resolved')
  const wrong = open
    .filter((incident) => !isSilence(incident) && incident.severity !== 'info')
    .sort((one, other) => rank(other) - rank(one) || one.created_at.getTime() - other.created_at.getTime())
  const isTaken = (of: readonly IncidentRecord[]) =>
    of.length > 0 && of.every((incident) => incident.status === 'acknowledged')
  if (wrong.length > 0) {
    const since = new Date(Math.min(...wrong.map(({ created_at }) => created_at.getTime())))
    return { kind: 'wrong', since, isTaken: isTaken(wrong), incidents: wrong }
  }
  if (!enabled) return { kind: 'off' }
  if (status !== 'online') return { kind: 'silent', since: last_seen, isTaken: isTaken(open.filter(isSilence)) }
  const cared = incidents.flatMap((incident) =>
    incident.resolution === 'manual' && incident.resolved_at !== null && !isSilence(incident)
      ? [incident.resolved_at]
      : [],
  )
  const at = cared.sort((one, other) => other.getTime() - one.getTime())[0]
  return at !== undefined && last_seen !== null && at > last_seen ? { kind: 'cared', at } : { kind: 'well' }
}
