import Type from 'typebox'
import { NameText, Text } from '../../platform/http/schemas/shapes.ts'
import { ownProperty } from '../../platform/own-property.ts'

/** How a metric of one device is shown; what is absent is as for all devices. */
interface OwnMetric {
  label?: string
  unit?: string
  decimals?: number
}

/** By name of the metric, in the order in which they are shown. */
export type OwnMetrics = Readonly<Record<string, OwnMetric>>

/** The names of metrics in readings. */
export const METRIC_PATTERN = '^[a-z][a-z0-9_]{0,63}$'

const OwnMetricShape = Type.Object(
  {
    label: Type.Optional(NameText({ maxLength: 60, description: 'Its name for people' })),
    unit: Type.Optional(NameText({ maxLength: 12, description: 'In which the device sends it' })),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 6, description: 'At most this many are shown' })),
  },
  { additionalProperties: false },
)

const EXAMPLES = [{ co2: { label: 'CO₂', unit: 'ppm', decimals: 0 } }]

export const OwnMetricsBody = Type.Unsafe<OwnMetrics>({
  type: 'object',
  maxProperties: 64,
  patternProperties: { [METRIC_PATTERN]: OwnMetricShape },
  additionalProperties: false,
  description: 'How metrics of this device are shown, in this order. Values are stored and exported as they are sent',
  examples: EXAMPLES,
})

/** The same in answers. */
export const OwnMetricsShape = Type.Unsafe<OwnMetrics>({
  type: 'object',
  additionalProperties: Type.Object({
    label: Type.Optional(Text),
    unit: Type.Optional(Text),
    decimals: Type.Optional(Type.Integer()),
  }),
  title: 'OwnMetrics',
  examples: EXAMPLES,
})

/** `metrics.temperature` and `temperature` are the same metric. */
export const metricIn = (field: string): string => field.slice(field.indexOf('.') + 1)

/** Label, unit and decimals that are set for a field. */
export const ownMetric = (metrics: OwnMetrics, field: string): OwnMetric => ownProperty(metrics, metricIn(field)) ?? {}
