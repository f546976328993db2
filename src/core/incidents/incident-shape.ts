import Type from 'typebox'
import {
  Count,
  NullableInteger,
  NullableNumber,
  NullableText,
  NullableTime,
  OneOf,
  Text,
  Time,
} from '../../platform/http/schemas/shapes.ts'
import { HEADLINE_EXAMPLE, HeadlineShape } from '../headline/headline-shape.ts'
import { ActorShape } from '../people/actor.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import { AnySiteNameShape } from '../reach/site-name.ts'
import { CurrentSeverityShape, SeverityShape } from '../vocabulary/shapes.ts'
import type { TitleFacts } from '../vocabulary/titles.ts'
import { INCIDENT_ORIGINS, INCIDENT_STATUSES } from './incident.ts'
import { acknowledgedUntil } from './snooze.ts'
import { TIMELINE_KINDS } from './timeline.ts'
import type { TimelineFact } from './timeline-texts.ts'

const incidentFields = {
  incident_id: Count,
  status: OneOf(INCIDENT_STATUSES),
  severity: SeverityShape,
  current_severity: CurrentSeverityShape,
  title: Text,
  origin: OneOf(INCIDENT_ORIGINS, {
    description: 'An alert, a person, many devices that went offline at once, or one that is offline',
  }),
  site: AnySiteNameShape,
  device_id: NullableInteger,
  device_name: NullableText,
  alert_id: NullableInteger,
  alert_ids: Type.Array(Count),
  lat: NullableNumber,
  lng: NullableNumber,
  location_at: NullableTime,
  created_at: Time,
  acknowledged_at: NullableTime,
  acknowledged_by: ActorShape,
  ...acknowledgedUntil,
  assigned_to: ActorShape,
  resolved_at: NullableTime,
  resolved_by: ActorShape,
  resolution: NullableText,
  note: NullableText,
  merged_into: Type.Unsafe<number | null>({ ...NullableInteger, description: 'The incident it was merged into' }),
  previous_incident_id: Type.Unsafe<number | null>({
    ...NullableInteger,
    description: 'The previous incident of its alert, resolved too long ago to be reopened',
  }),
  silenced_by: Type.Unsafe<number | null>({
    ...NullableInteger,
    description: 'The silence that holds its notifications',
  }),
}

const INCIDENT_EXAMPLE = {
  incident_id: 1,
  status: 'resolved',
  severity: 'critical',
  current_severity: null,
  title: 'Systolic blood pressure above 180 mmHg',
  origin: 'alert',
  site: { id: 1, name: 'Home' },
  device_id: 1,
  device_name: 'Bedside monitor',
  alert_id: 1,
  alert_ids: [1],
  lat: null,
  lng: null,
  location_at: null,
  created_at: '2026-11-21T12:20:22.128Z',
  acknowledged_at: '2026-11-21T12:21:41.757Z',
  acknowledged_by: { type: 'user', id: 2, email: 'op@example.org', name: 'Ana' },
  acknowledged_until: null,
  snoozed_until: null,
  assigned_to: null,
  resolved_at: '2026-11-21T12:21:41.780Z',
  resolved_by: { type: 'user', id: 2, email: 'op@example.org', name: 'Ana' },
  resolution: 'false_alarm',
  note: 'Cuff was loose',
  merged_into: null,
  previous_incident_id: null,
  silenced_by: null,
  headline: HEADLINE_EXAMPLE,
}
const TIMELINE_EXAMPLE = [
  {
    at: '2026-11-21T12:21:41.780Z',
    kind: 'resolved',
    by: { type: 'user', id: 2, email: 'op@example.org', name: 'Ana' },
    text: 'Cuff was loose',
  },
]

/** An incident in lists of the APIs. */
export const IncidentShape = Type.Object(
  { ...incidentFields, headline: HeadlineShape },
  { title: 'Incident', examples: [INCIDENT_EXAMPLE] },
)
/** Fields that no API shows: that it is in reach, facts of the title, and of a storm. */
interface OwnFacts {
  incident_id: ReachedId<'incident'>
  title_of: TitleFacts | null
  storm_tag: string | null
  storm_population: number | null
  storm_devices: number
}
export type IncidentRecord = Omit<Type.Static<typeof IncidentShape>, 'headline'> & OwnFacts

/** A single incident with its devices and its timeline. */
export const IncidentWithTimelineShape = Type.Object(
  {
    ...incidentFields,
    headline: HeadlineShape,
    devices: Type.Array(Type.Object({ id: Count, name: Text })),
    timeline: Type.Array(Type.Object({ at: Time, kind: OneOf(TIMELINE_KINDS), by: ActorShape, text: Text })),
  },
  {
    title: 'IncidentWithTimeline',
    examples: [{ ...INCIDENT_EXAMPLE, devices: [{ id: 1, name: 'Bedside monitor' }], timeline: TIMELINE_EXAMPLE }],
  },
)
type Shown = Type.Static<typeof IncidentWithTimelineShape>
/** `text` is in English; with `facts`, an entry can be said in each language. No API shows them. */
export type IncidentWithTimeline = Omit<Shown, 'timeline' | 'headline'> &
  OwnFacts & { timeline: (Shown['timeline'][number] & { facts: TimelineFact | null })[] }
