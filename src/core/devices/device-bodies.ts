import Type, { type Static } from 'typebox'
import { Changed } from '../../platform/http/schemas/ignored-keys.ts'
import { NameText, OneOf, PlainText } from '../../platform/http/schemas/shapes.ts'
import { NullableDeviceIcon } from '../vocabulary/device-icons.ts'
import { MODULES } from '../vocabulary/modules.ts'
import { OwnMetricsBody } from '../vocabulary/own-metrics.ts'
import { ModuleShape } from '../vocabulary/shapes.ts'
import type { DeviceSettings } from './change-device.ts'
import { DeviceShape } from './device-shape.ts'
import type { NewDevice } from './device-store.ts'
import { OVERLAP_LIMIT_S } from './device-tokens.ts'

const LONGEST_S = 366 * 86_400

const seconds = (description: string, example: number | null) =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: LONGEST_S,
    description,
    examples: [example],
  })

const name = NameText({ maxLength: 100, examples: ['Boiler room'] })

const settings = {
  tags: Type.Optional(
    Type.Array(NameText({ maxLength: 50 }), {
      maxItems: 20,
      description: 'For searching and filtering',
      examples: [['cellar']],
    }),
  ),
  notes: Type.Optional(PlainText({ maxLength: 2_000 })),
  expected_interval_s: Type.Optional(seconds('Expected interval of its readings; also the longest gap for rules', 60)),
  offline_after_s: Type.Optional(
    seconds('Time without data after which it is offline; default three intervals, else OFFLINE_AFTER_S', null),
  ),
  metrics: Type.Optional(OwnMetricsBody),
  icon: Type.Optional(NullableDeviceIcon),
}

export const NewDeviceBody = Type.Object(
  {
    name,
    module: Type.Unsafe<Static<typeof ModuleShape>>(ModuleShape),
    site_id: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Needed only by those who reach several sites' }),
    ),
    ...settings,
  },
  { additionalProperties: false },
)

export const ChangedDeviceBody = Changed(
  DeviceShape,
  {
    name: Type.Optional(name),
    module: Type.Optional(OneOf(MODULES, { description: 'Cannot be changed' })),
    ...settings,
    enabled: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1 },
)

export const RotationBody = Type.Object(
  {
    overlap_s: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: OVERLAP_LIMIT_S,
        default: 0,
        description: 'How long the old token stays valid',
        examples: [3_600],
      }),
    ),
  },
  { additionalProperties: false },
)

export function newDeviceOf(body: Static<typeof NewDeviceBody>): NewDevice {
  const {
    module,
    site_id = null,
    notes = '',
    expected_interval_s = null,
    offline_after_s = null,
    metrics = {},
    icon = null,
  } = body
  return {
    site_id,
    module,
    notes,
    expected_interval_s,
    offline_after_s,
    metrics,
    icon,
    name: body.name.trim(),
    tags: distinct(body.tags ?? []),
  }
}

/** The settings that the body names, and no others. */
export function settingsInBody(body: Static<typeof ChangedDeviceBody>): Partial<DeviceSettings> {
  const { name, tags, module: _, ...others } = body
  return {
    ...others,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(tags === undefined ? {} : { tags: distinct(tags) }),
  }
}

const distinct = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.trim()))]
