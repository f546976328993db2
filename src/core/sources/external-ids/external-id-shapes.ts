import Type, { type Static } from 'typebox'
import {
  Count,
  described,
  NameText,
  NullableInteger,
  NullableText,
  OneOf,
  PlainText,
  Text,
  Time,
} from '../../../platform/http/schemas/shapes.ts'
import { newBodies } from '../../devices/device-settings.ts'
import { NullableDeviceIcon } from '../../vocabulary/device-icons.ts'
import { ModuleShape } from '../../vocabulary/shapes.ts'

export const EXTERNAL_ID_STATES = ['pending', 'adopted', 'ignored'] as const
export type ExternalIdState = (typeof EXTERNAL_ID_STATES)[number]

/** The name that a source has for a device, in the APIs. */
export const ExternalIdShape = Type.Object(
  {
    external_id: Text,
    label: described<string | null>(NullableText, 'What the sender calls it besides'),
    model: NullableText,
    state: OneOf(EXTERNAL_ID_STATES, { title: 'ExternalIdState' }),
    device_id: described<number | null>(NullableInteger, 'The device whose readings it makes'),
    first_seen: Time,
    last_seen: Time,
    messages: Count,
    quarantined: described<number>(Count, 'Its messages that are in quarantine now'),
    proposal: Type.Object({
      name: Text,
      module: ModuleShape,
      icon: NullableDeviceIcon,
      expected_interval_s: NullableInteger,
    }),
  },
  { title: 'ExternalId' },
)
export type ExternalIdRecord = Static<typeof ExternalIdShape>

const external_id = PlainText({ minLength: 1, maxLength: 200, examples: ['70B3D57ED005A1C2'] })
const { module, tags, icon, expected_interval_s } = newBodies
const AdoptedDevice = Type.Object(
  { name: NameText({ maxLength: 100 }), module, tags, icon, expected_interval_s },
  { additionalProperties: false },
)

/** At most as many as one source can have pending. */
const MOST_ITEMS = 1_000

export const AdoptBody = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          external_id,
          device_id: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'It is this device already' }),
          ),
          device: Type.Optional(AdoptedDevice),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MOST_ITEMS },
    ),
  },
  { additionalProperties: false, title: 'Adoption' },
)
export type Adoption = Static<typeof AdoptBody>['items'][number]

export const ExternalIdsBody = Type.Object(
  { external_ids: Type.Array(external_id, { minItems: 1, maxItems: MOST_ITEMS }) },
  { additionalProperties: false },
)
