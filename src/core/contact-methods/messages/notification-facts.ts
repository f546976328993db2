import type { Words } from '../../../words/words.ts'
import type { Headline } from '../../headline/headline.ts'
import type { SiteName } from '../../reach/site-name.ts'
import type { Amount } from '../../vocabulary/amounts.ts'
import type { Severity } from '../../vocabulary/severities.ts'
import type { Titled } from '../../vocabulary/titles.ts'
import type { ContactKind } from '../channels/channels.ts'

/** An incident as notifications tell it. */
export interface IncidentFacts extends Titled {
  id: number
  severity: Severity
  /** Null: of no device, or of several. */
  device_name: string | null
  created_at: string
  /** Since when everything is clear, although it is not resolved yet. Found out when it is sent; absent while anything is wrong. */
  cleared_since?: string
  /** As it is when it is sent, never stored. Absent: it is not known, such as of one that has been erased. */
  headline?: Headline
}

/** A new alert of an incident that its reader knows already. */
export interface AlertFacts extends Titled {
  severity: Severity
  device_name: string | null
}

/** A report on a week. */
export interface ReportFacts {
  reason: 'report'
  report: keyof Words['reports']['kinds']
  from: string
  to: string
  /** Null: all sites that its reader reaches. */
  site: SiteName | null
  /** Null: all devices. */
  tag: string | null
  columns: { name: keyof Words['reports']['columns']; amount: Amount }[]
  /** The first ones, with their numbers in the order of the columns. */
  rows: { name: string; values: (number | null)[] }[]
  totals: (number | null)[]
  /** How many rows there are besides. */
  more: number
}

/**
 * The content of a notification, and its reason. Plain JSON with times in ISO 8601, so that it can be stored with its notification
 * and put into words when it is sent.
 */
export type NotificationFacts =
  | {
      /** A step of an escalation; the first step of the first round is the first message. */
      reason: 'step'
      incident: IncidentFacts
      /** From 1. */
      step: number
      steps: number
      /** Its reader has been sent a message about this incident before. */
      repeated: boolean
      /** Somebody has asked for this step before it was due. */
      asked?: boolean
    }
  | {
      /** New alerts in an active incident. */
      reason: 'update'
      incident: IncidentFacts
      alerts: AlertFacts[]
      /** Whether they raised the severity of the incident. */
      rose: boolean
    }
  | {
      reason: 'acknowledged'
      incident: IncidentFacts
      by: string
      /** The time until which it is snoozed. Absent in what a version before stored. */
      until?: string | null
    }
  /** `by` null: auto-resolved. */
  | { reason: 'resolved'; incident: IncidentFacts; by: string | null; resolved_at: string }
  | {
      reason: 'reopened'
      incident: IncidentFacts
      /** `lapsed`: nobody resolved it in time after it was acknowledged. */
      because: 'person' | 'alert' | 'lapsed'
      /** The person who reopened it; only with `person`. */
      by: string | null
    }
  | {
      /** Several incidents in one message. */
      reason: 'digest'
      incidents: IncidentFacts[]
      /** `many`: they came at once. `quiet_hours`: they were held until these ended. */
      because: 'many' | 'quiet_hours'
    }
  | {
      /** Several incidents that somebody has answered, or has assigned to its reader; `by` null: auto-resolved. */
      reason: 'answers'
      incidents: IncidentFacts[]
      answer: 'acknowledged' | 'resolved' | 'assigned'
      by: string | null
    }
  | {
      /** A person asks its reader for help, whoever has acknowledged it. */
      reason: 'call'
      incident: IncidentFacts
      by: string
      note: string | null
      /** The person who called, who hears that its reader is coming; null: a program. */
      by_id: number | null
      /** The entry of the call on the timeline: what its reader does after it is an answer. */
      entry_id: number
    }
  /** Somebody who was called is coming. For the caller. */
  | { reason: 'coming'; incident: IncidentFacts; by: string }
  | {
      /** Somebody else has assigned it to its reader, who answers it like a call. */
      reason: 'assigned'
      incident: IncidentFacts
      by: string
      /** As for a call. Absent in what a version before stored. */
      by_id?: number | null
      entry_id: number
    }
  /** For administrators: no service accepted a notification about this incident. */
  | { reason: 'nobody_told'; incident: IncidentFacts }
  /** Another contact method of its reader is broken. */
  | { reason: 'method_broken'; label: string; kind: ContactKind }
  | { reason: 'test'; label: string }
  | { reason: 'verification'; code: string; valid_minutes: number }
  | {
      /** An on-call shift of its reader begins or has ended. */
      reason: 'handover'
      schedule: string
      begins: boolean
      /** End of the shift that begins; null: open. */
      until: string | null
      /** The person on call before a shift that begins, or after one that ended. */
      other: string | null
    }
  /** A shift of its reader begins soon. */
  | { reason: 'handover_reminder'; schedule: string; from: string; until: string | null }
  | {
      /** Nobody is on call, or only somebody without a verified contact method: `unreachable`. */
      reason: 'gap'
      schedule: string
      unreachable: string | null
      from: string
      /** Null: until further notice. */
      to: string | null
      /** It is there at the same time on other days. Absent in what a version before stored. */
      is_daily?: boolean
    }
  | ReportFacts
