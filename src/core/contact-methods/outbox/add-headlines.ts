import type { Headline } from '../../headline/headline.ts'
import type { NotificationFacts } from '../messages/notification-facts.ts'
import type { ClaimedNotification } from './claim-notifications.ts'

/** Finds the headlines of incidents, by id. */
export type FindHeadlines = (incidentIds: readonly number[], now: Date) => Promise<Map<number, Headline>>

/**
 * The same notifications with what is so of their incidents now. Found for all of them at once, as they are sent, and never
 * stored: a step that repeats says the present value.
 */
export async function withHeadlines(
  notifications: readonly ClaimedNotification[],
  find: FindHeadlines,
  now: Date,
): Promise<ClaimedNotification[]> {
  const about = notifications.flatMap(({ facts, merged }) => [facts, ...merged].flatMap(incidentIdOf))
  if (about.length === 0) return [...notifications]
  const headlines = await find([...new Set(about)], now)
  const told = (facts: NotificationFacts): NotificationFacts => {
    const headline = 'incident' in facts ? headlines.get(facts.incident.id) : undefined
    return 'incident' in facts && headline !== undefined
      ? { ...facts, incident: { ...facts.incident, headline } }
      : facts
  }
  return notifications.map((one) => ({ ...one, facts: told(one.facts), merged: one.merged.map(told) }))
}

const incidentIdOf = (facts: NotificationFacts): number[] => ('incident' in facts ? [facts.incident.id] : [])
