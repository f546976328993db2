import Type from 'typebox'
import { Count, NameText, NullableText, PlainText, Text, Time } from '../../platform/http/schemas/shapes.ts'

/** A page is read whole, and computed for everybody who asks. */
export const MOST_DEVICES = 200
export const MOST_TAGS = 20
/** In the label of a tag: the name of each device. */
export const NAME_IN_LABEL = '{name}'
const label = NameText({ maxLength: 100, description: 'What visitors read instead of the name of the device' })
const title = NameText({ maxLength: 100 })

const EXAMPLE = {
  title: 'Hospital services',
  devices: [
    { device_id: 3, group_name: 'Heating', label: 'Boiler' },
    { device_id: 4, group_name: 'Heating', label: 'Heat pump' },
  ],
  tags: [{ tag: 'well', group_name: 'Water', label: 'Well' }],
  subscription: true,
}

export const StatusPageBody = Type.Object(
  {
    title,
    devices: Type.Array(
      Type.Object(
        {
          device_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
          group_name: Type.Optional(PlainText({ maxLength: 100, description: 'Devices with the same stand together' })),
          label,
        },
        { additionalProperties: false },
      ),
      { maxItems: MOST_DEVICES, description: 'In their order. Devices of other sites are refused' },
    ),
    tags: Type.Optional(
      Type.Array(
        Type.Object(
          {
            tag: NameText({ maxLength: 50 }),
            group_name: Type.Optional(PlainText({ maxLength: 100 })),
            label: NameText({
              maxLength: 100,
              description: `Each device has it with a number behind it, or with its name in the place of ${NAME_IN_LABEL}`,
            }),
          },
          { additionalProperties: false },
        ),
        {
          maxItems: MOST_TAGS,
          description: `All devices of the site with these tags, also later ones, behind those that are named; the first ${MOST_DEVICES} are shown`,
        },
      ),
    ),
    subscription: Type.Optional(
      Type.Boolean({
        description: 'Whether visitors can have its notices mailed, if there is a mail server and a public address',
      }),
    ),
  },
  { additionalProperties: false, examples: [EXAMPLE] },
)

const fields = {
  site_id: Count,
  title: Text,
  devices: Type.Array(Type.Object({ device_id: Count, group_name: Text, label: Text })),
  tags: Type.Array(Type.Object({ tag: Text, group_name: Text, label: Text })),
  subscription: Type.Boolean(),
  created_at: Time,
}
const EXAMPLE_SHOWN = { site_id: 2, ...EXAMPLE, created_at: '2026-11-24T08:00:00.000Z' }

/** A status page in the APIs, without its address. */
export const StatusPageShape = Type.Object(fields, { title: 'StatusPage', examples: [EXAMPLE_SHOWN] })

export const SavedStatusPageShape = Type.Object(
  {
    ...fields,
    url: Type.Unsafe<string | null>({
      ...NullableText,
      description:
        'The address with its secret, when the page is new: it is shown once. Null when the page was changed',
    }),
  },
  {
    title: 'SavedStatusPage',
    examples: [{ ...EXAMPLE_SHOWN, url: `https://tocsin.example.org/status/${'0a'.repeat(32)}` }],
  },
)

export const StatusAddressShape = Type.Object(
  { url: Type.String({ description: 'The new address with its secret, shown once' }) },
  { title: 'StatusPageAddress', examples: [{ url: `https://tocsin.example.org/status/${'0a'.repeat(32)}` }] },
)
