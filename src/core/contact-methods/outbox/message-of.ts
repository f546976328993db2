import { DEFAULT_PREFERENCES, type Preferences } from '../../people/preferences/preferences.ts'
import { mayActAs } from '../../reach/role.ts'
import type { Titled, TitleOf } from '../../vocabulary/titles.ts'
import type { PersonalMessage } from '../channels/personal-message.ts'
import { messageFor } from '../messages/compose-message.ts'
import type { IncidentFacts, NotificationFacts } from '../messages/notification-facts.ts'
import { addressOfReport } from '../messages/report-words.ts'
import type { ClaimedNotification } from './claim-notifications.ts'
import { messageId } from './message-id.ts'

const ABOUT_DUTY = new Set<NotificationFacts['reason']>(['handover_reminder', 'gap'])
/** Reasons after which there is something to do. */
const ACTED_ON = new Set<NotificationFacts['reason']>(['step', 'reopened', 'nobody_told', 'update', 'call', 'assigned'])

/**
 * The message of a claimed notification. `publicUrl` is without a slash at the end, `titleOf` gives titles in the language
 * of the reader. Pure.
 */
export function personalMessage(
  notification: ClaimedNotification,
  publicUrl: string,
  titleOf: TitleOf,
  now: Date,
): PersonalMessage {
  const { token, incident_id, role, details } = notification
  const facts = titled(factsOf(notification), titleOf)
  const link = `${publicUrl}/a/${token}`
  const isAsking = incident_id !== null && ACTED_ON.has(facts.reason)
  const mayAct = isAsking && mayActAs(role, 'operator')
  const page = isAsking ? link : pageOf(publicUrl, incident_id, facts)
  return messageFor(
    facts,
    { ...preferencesOf(notification), details },
    {
      id: messageId(notification),
      url: page,
      role,
      action: mayAct ? { url: link, may: ['acknowledge', 'resolve'] } : null,
      now,
    },
  )
}

/** Preferences of the reader. */
export const preferencesOf = ({ preferences }: ClaimedNotification): Preferences => ({
  ...DEFAULT_PREFERENCES,
  ...preferences,
})

function pageOf(publicUrl: string, incidentId: number | null, facts: NotificationFacts): string {
  const { reason } = facts
  if (reason === 'report') return `${publicUrl}${addressOfReport(facts)}`
  if (reason === 'digest' || reason === 'answers') return `${publicUrl}/incidents`
  if (incidentId !== null) return `${publicUrl}/incidents/${incidentId}`
  if (reason === 'handover') return `${publicUrl}/my-shift`
  return ABOUT_DUTY.has(reason) ? `${publicUrl}/on-call` : `${publicUrl}/account/notifications`
}

/** A digest says what was merged into it. It stays one if all of that is answered between two attempts. */
function factsOf({ reason, facts, merged, was_held }: ClaimedNotification): NotificationFacts {
  if (reason !== 'digest' && merged.length === 0) return facts
  const all = [facts, ...merged].flatMap((one): IncidentFacts[] => ('incident' in one ? [one.incident] : []))
  const incidents = [...new Map(all.map((incident) => [incident.id, incident])).values()]
  return facts.reason === 'acknowledged' || facts.reason === 'resolved' || facts.reason === 'assigned'
    ? { reason: 'answers', incidents, answer: facts.reason, by: facts.by }
    : { reason: 'digest', incidents, because: was_held ? 'quiet_hours' : 'many' }
}

function titled(facts: NotificationFacts, titleOf: TitleOf): NotificationFacts {
  const read = <Item extends Titled & Pick<IncidentFacts, 'headline'>>(item: Item): Item => ({
    ...item,
    title: titleOf(item),
    ...(item.headline && { headline: { ...item.headline, title: titleOf(item.headline) } }),
  })
  if ('incidents' in facts) return { ...facts, incidents: facts.incidents.map(read) }
  if (facts.reason === 'update') return { ...facts, incident: read(facts.incident), alerts: facts.alerts.map(read) }
  return 'incident' in facts ? { ...facts, incident: read(facts.incident) } : facts
}
