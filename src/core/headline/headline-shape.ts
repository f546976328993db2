import Type from 'typebox'
import {
  NullableInteger,
  NullableNumber,
  NullableText,
  NullableTime,
  Time,
} from '../../platform/http/schemas/shapes.ts'
import { CurrentSeverityShape, SeverityShape } from '../vocabulary/shapes.ts'
import type { Headline } from './headline.ts'
import { DIRECTIONS, type Direction } from './limit-direction.ts'
import { locationText } from './nearest-town.ts'

export const HEADLINE_EXAMPLE = {
  device_name: 'Bedside monitor',
  metric: 'systolic',
  label: 'systolic',
  value: 185,
  unit: 'mmHg',
  threshold: 180,
  direction: 'above',
  severity: 'critical',
  current_severity: null,
  current_value: null,
  since: '2026-11-21T12:20:22.000Z',
  cleared_since: null,
  place: '2 km N of Kranj',
  lat: 46.257,
  lng: 14.356,
  location_age_s: 60,
  notes: 'Ward 2, left of the lift. Key safe 4711',
}

export const HeadlineShape = Type.Object(
  {
    device_name: NullableText,
    metric: Type.Unsafe<string | null>({
      ...NullableText,
      description: 'The metric or flag; null for what the title alone tells',
    }),
    label: Type.String({ description: 'Its name in English, or the title' }),
    value: Type.Unsafe<number | null>({
      ...NullableNumber,
      description: 'The value beyond the limit: the present one, or the worst if that is not beyond it any more',
    }),
    unit: NullableText,
    threshold: NullableNumber,
    direction: Type.Unsafe<Direction | null>({
      type: ['string', 'null'],
      enum: [...DIRECTIONS, null],
      description: 'How the value lies to the limit',
    }),
    severity: SeverityShape,
    current_severity: CurrentSeverityShape,
    current_value: Type.Unsafe<number | null>({ ...NullableNumber, description: 'The present value while it is open' }),
    since: Time,
    cleared_since: NullableTime,
    place: Type.Unsafe<string | null>({
      ...NullableText,
      description: 'The geofence that it is in, else the nearest town within 50 km, such as "2 km N of Kranj"',
    }),
    lat: NullableNumber,
    lng: NullableNumber,
    location_age_s: Type.Unsafe<number | null>({ ...NullableInteger, description: 'Age of the location' }),
    notes: Type.Unsafe<string | null>({ ...NullableText, description: 'Of the device, up to 200 characters' }),
  },
  {
    title: 'Headline',
    description: 'Who, how bad, since when, where and what helps, in a few words',
    examples: [HEADLINE_EXAMPLE],
  },
)

type HiddenMember =
  | 'device_id'
  | 'site_name'
  | 'more_notes'
  | 'kind'
  | 'own_label'
  | 'last_value'
  | 'is_cleared'
  | 'is_worsening'
  | 'measure'
  | 'severe_since'
  | 'severe_until'
  | 'is_fixed'
  | 'storm'
  | 'as_titled'
  | 'present'
  | 'also'
  | 'title'
  | 'title_of'
export type ShownHeadline = Omit<Headline, HiddenMember | 'place'> & { place: string | null }

/** As the APIs show it. */
export const shownHeadline = (headline: Headline): ShownHeadline => {
  const { device_name, metric, label, value, unit, threshold, direction, severity, current_severity } = headline
  const { current_value, since, cleared_since, place, lat, lng, location_age_s, notes } = headline
  return {
    ...{ device_name, metric, label, value, unit, threshold, direction, severity, current_severity, current_value },
    ...{ since, cleared_since, place: place === null ? null : locationText(place), lat, lng, location_age_s, notes },
  }
}
