import type { ScheduleGaps } from '../on-call/read-on-call.ts'
import type { PlannedEscalation, ReadyPerson } from './readiness.ts'

/** Problems that keep people from hearing of an emergency. */
export const READINESS_PROBLEMS = [
  'nobody_reachable',
  'outbound_off',
  'no_public_url',
  'public_url_insecure',
  'no_heartbeat',
  'critical_reaches_nobody',
  'on_call_gap',
  'person_unreachable',
] as const
export type ReadinessProblem = (typeof READINESS_PROBLEMS)[number]

interface ReadinessFacts {
  people: readonly ReadyPerson[]
  critical: PlannedEscalation
  /** Gaps of the coming week. */
  gaps: readonly ScheduleGaps[]
  publicUrl: string
  hasHeartbeat: boolean
  isOutboundOff: boolean
}

/** Whether only the machine itself reaches this host. Pure. */
export const isLocalHost = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host)

/** Most serious first. `about`: names of people and schedules, if it is about some. Pure. */
export function findProblems(facts: ReadinessFacts): { problem: ReadinessProblem; about: string[] }[] {
  const { people, critical, gaps, publicUrl, hasHeartbeat, isOutboundOff } = facts
  const url = new URL(publicUrl)
  const isLocal = isLocalHost(url.hostname)
  const acting = people.filter(({ role }) => role !== null && role !== 'viewer')
  const unreachable = acting.filter(({ verified }) => verified === 0).map(({ name }) => name)
  const isAnybodyReachable = people.some(({ verified }) => verified > 0)
  const unstaffed = gaps.flatMap(namesOfGaps)
  const found: [ReadinessProblem, boolean, string[]?][] = [
    ['outbound_off', isOutboundOff],
    ['nobody_reachable', !isAnybodyReachable],
    ['critical_reaches_nobody', isAnybodyReachable && !critical.reaches_anybody],
    ['on_call_gap', isAnybodyReachable && unstaffed.length > 0, unstaffed],
    ['no_public_url', isLocal],
    ['public_url_insecure', !isLocal && url.protocol !== 'https:'],
    ['no_heartbeat', !hasHeartbeat],
    ['person_unreachable', unreachable.length > 0 && unreachable.length < acting.length, unreachable],
  ]
  return found.flatMap(([problem, is, about = []]) => (is ? [{ problem, about }] : []))
}

/** "Night shift (Ana)" for each person who cannot be notified, "Night shift" if nobody is on call at all. */
const namesOfGaps = ({ schedule, gaps }: ScheduleGaps): string[] => [
  ...new Set(gaps.map(({ user }) => (user === null ? schedule.name : `${schedule.name} (${user.name})`))),
]
