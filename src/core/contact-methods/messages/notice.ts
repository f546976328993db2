import { worst } from '../../vocabulary/severities.ts'
import type { PersonalMessage } from '../channels/personal-message.ts'
import type { IncidentFacts, NotificationFacts } from './notification-facts.ts'

const INCIDENT_TTL_S = { critical: 3_600, warning: 4 * 3_600, info: 4 * 3_600 }
const SETTLED_TTL_S = 15 * 60
const TEST_TTL_S = 5 * 60
const HANDOVER_TTL_S = 4 * 3_600
const DAY_S = 24 * 3_600

/** How a notification appears: with a sound or without, what it replaces, and how long it is of use. Pure. */
export function notificationAppearance(facts: NotificationFacts): Pick<PersonalMessage, 'quiet' | 'tag' | 'ttl_s'> {
  switch (facts.reason) {
    case 'step':
    case 'reopened':
    case 'nobody_told':
      return { quiet: false, tag: tagOf(facts.incident), ttl_s: INCIDENT_TTL_S[facts.incident.severity] }
    // A message that another person has it does not replace these.
    case 'call':
    case 'assigned':
      return {
        ...{ quiet: false, tag: `${facts.reason}-${facts.incident.id}` },
        ttl_s: INCIDENT_TTL_S[facts.incident.severity],
      }
    case 'update':
      return { quiet: !facts.rose, tag: tagOf(facts.incident), ttl_s: INCIDENT_TTL_S[facts.incident.severity] }
    case 'acknowledged':
    case 'resolved':
    case 'coming':
      return { quiet: true, tag: tagOf(facts.incident), ttl_s: SETTLED_TTL_S }
    case 'answers':
      return facts.answer === 'assigned'
        ? { quiet: false, tag: null, ttl_s: INCIDENT_TTL_S.warning }
        : { quiet: true, tag: null, ttl_s: SETTLED_TTL_S }
    case 'digest':
      return {
        quiet: false,
        tag: 'digest',
        ttl_s: INCIDENT_TTL_S[worst(facts.incidents.map(({ severity }) => severity))],
      }
    case 'test':
      return { quiet: false, tag: 'test', ttl_s: TEST_TTL_S }
    case 'verification':
      return { quiet: false, tag: 'verification', ttl_s: facts.valid_minutes * 60 }
    case 'handover':
      return { quiet: !facts.begins, tag: null, ttl_s: HANDOVER_TTL_S }
    case 'handover_reminder':
      return { quiet: true, tag: null, ttl_s: DAY_S }
    case 'report':
      return { quiet: true, tag: null, ttl_s: 3 * DAY_S }
    case 'method_broken':
    case 'gap':
      return { quiet: false, tag: null, ttl_s: DAY_S }
  }
}

const tagOf = ({ id }: IncidentFacts): string => `incident-${id}`
