import Type, { type Static } from 'typebox'
import { Changed } from '../../platform/http/schemas/ignored-keys.ts'
import { OneOf } from '../../platform/http/schemas/shapes.ts'
import { MODULES } from '../vocabulary/modules.ts'
import {
  changeBodies,
  type DeviceSettings,
  INITIAL_SETTINGS,
  type NewDevice,
  newBodies,
  tidied,
} from './device-settings.ts'
import { DeviceShape } from './device-shape.ts'
import { OVERLAP_LIMIT_S } from './device-tokens.ts'

export const NewDeviceBody = Type.Object(
  {
    ...newBodies,
    site_id: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Needed only by those who reach several sites' }),
    ),
  },
  { additionalProperties: false },
)

export const ChangedDeviceBody = Changed(
  DeviceShape,
  { ...changeBodies, module: Type.Optional(OneOf(MODULES, { description: 'Cannot be changed' })) },
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

/** With initial values for what the body does not name. */
export const newDeviceOf = (body: Static<typeof NewDeviceBody>): NewDevice =>
  ({ site_id: body.site_id ?? null, ...INITIAL_SETTINGS, ...tidied(body) }) as NewDevice

/** The settings that the body names, and no others. */
export const settingsInBody = ({ module: _, ...body }: Static<typeof ChangedDeviceBody>): Partial<DeviceSettings> =>
  tidied(body)
