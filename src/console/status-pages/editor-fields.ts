import Type from 'typebox'
import type { PageContent } from '../../core/status-pages/manage-status-page.ts'
import { MOST_DEVICES } from '../../core/status-pages/status-page-shapes.ts'
import type { PageDevice, PageTag } from '../../core/status-pages/status-page-store.ts'
import { NameText, PlainText } from '../../platform/http/schemas/shapes.ts'
import { asList, Chosen, idsOf, OneOrMore } from '../frame/forms/form-fields.ts'

const [label, group, tag] = [NameText({ maxLength: 100 }), PlainText({ maxLength: 100 }), NameText({ maxLength: 50 })]

/** Ids of devices are four-byte integers. */
const DEVICE_ID = /^[1-9][0-9]{0,8}$/

/** Fields of the editor: lists with an element for each device of the page, and those of one to add. */
export const EditorForm = Type.Object({
  title: NameText({ maxLength: 100 }),
  version: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })),
  subscription: Type.Optional(Type.Literal('yes')),
  device: OneOrMore<string>({ type: 'string', pattern: DEVICE_ID.source }),
  label: OneOrMore<string>(label),
  group_name: OneOrMore<string>(group),
  place: OneOrMore<string>({ type: 'string', pattern: '^[0-9]{1,4}$' }),
  leave: Chosen(MOST_DEVICES),
  tag: OneOrMore<string>(tag),
  tag_label: OneOrMore<string>(label),
  tag_group: OneOrMore<string>(group),
  leave_tag: OneOrMore<string>(tag),
  new_tag: Type.Optional(PlainText({ maxLength: 50 })),
  new_tag_label: Type.Optional(PlainText({ maxLength: 100 })),
  new_tag_group: Type.Optional(PlainText({ maxLength: 100 })),
  new_device: Type.Optional(PlainText({ maxLength: 200 })),
  new_label: Type.Optional(PlainText({ maxLength: 100 })),
  new_group: Type.Optional(PlainText({ maxLength: 100 })),
})

type Sent = Partial<Record<keyof typeof EditorForm.properties, string | string[]>>

/** The rows of the editor as they were sent, valid or not, in their order; without those that leave. */
export function sentDevices(body: unknown): PageDevice[] {
  const { device, label = [], group_name = [], place = [], leave } = (body ?? {}) as Sent
  const [labels, groups, places] = [asList(label), asList(group_name), asList(place)]
  const gone = new Set(idsOf(leave))
  return asList(device)
    .map((id, at) => ({
      place: Number(places[at] ?? at),
      row: { device_id: DEVICE_ID.test(id) ? Number(id) : null, label: labels[at] ?? '', group_name: groups[at] ?? '' },
    }))
    .filter(
      (one): one is { place: number; row: PageDevice } => one.row.device_id !== null && !gone.has(one.row.device_id),
    )
    .sort((one, other) => one.place - other.place)
    .map(({ row }) => row)
}

/** The same for the tags of the page. */
export function sentTags(body: unknown): PageTag[] {
  const { tag: tags, tag_label = [], tag_group = [], leave_tag } = (body ?? {}) as Sent
  const [labels, groups] = [asList(tag_label), asList(tag_group)]
  const gone = new Set(asList(leave_tag))
  return asList(tags)
    .map((one, at) => ({ tag: one, label: labels[at] ?? '', group_name: groups[at] ?? '' }))
    .filter((row) => !gone.has(row.tag))
}

/** With the devices of each group together, as the page shows them. Pure. */
export const groupTogether = ({ devices }: Pick<PageContent, 'devices'>): PageDevice[] =>
  [...Map.groupBy(devices, ({ group_name }) => group_name.trim()).values()].flat()
