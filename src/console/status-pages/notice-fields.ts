import Type, { type Static } from 'typebox'
import { NOTICE_KINDS, NOTICE_STATES, type NoticeKind } from '../../core/status-pages/notice.ts'
import {
  LONGEST_NOTICE,
  type NewNoticeBody,
  type NoticeChangesBody,
  type NoticeUpdateBody,
} from '../../core/status-pages/notice-shapes.ts'
import type { StoredNotice } from '../../core/status-pages/notice-store.ts'
import { MOST_DEVICES } from '../../core/status-pages/status-page-shapes.ts'
import { NameText, OneOf, PlainText } from '../../platform/http/schemas/shapes.ts'
import { localText } from '../frame/formats/local-days.ts'
import { Chosen, idsOf, instantOf } from '../frame/forms/form-fields.ts'

const Local = Type.Optional(Type.String({ maxLength: 30 }))
/** Line breaks are sent as two characters each. */
const text = PlainText({ minLength: 1, maxLength: LONGEST_NOTICE })

const content = {
  title: NameText({ maxLength: 120 }),
  text,
  starts_at: Local,
  ends_at: Local,
  devices: Chosen(MOST_DEVICES),
}
export const NewNoticeForm = Type.Object({ kind: OneOf(NOTICE_KINDS), ...content })
export const NoticeForm = Type.Object({
  version: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })),
  ...content,
})
export const UpdateForm = Type.Object({
  state: OneOf(Object.values(NOTICE_STATES).flat()),
  said: Type.Optional(PlainText({ maxLength: LONGEST_NOTICE })),
  at: Local,
})

const optionalTime = <Field extends string>(field: Field, given: string | undefined, zone: string, last = false) =>
  given ? { [field]: instantOf(field, given, zone, last ? 'last' : 'first') } : {}

/** Times are in the zone of the reader. An incident has no end. Throws 400. */
export function noticeBody(
  kind: NoticeKind,
  { title, text: words, ...form }: Omit<Static<typeof NoticeForm>, 'version'>,
  zone: string,
): NewNoticeBody & NoticeChangesBody {
  return {
    ...{ kind, title, text: words, device_ids: idsOf(form.devices) },
    ...optionalTime('starts_at', form.starts_at, zone),
    ...(kind === 'maintenance' ? optionalTime('ends_at', form.ends_at, zone, true) : {}),
  }
}

export const updateBody = ({ state, said = '', at }: Static<typeof UpdateForm>, zone: string): NoticeUpdateBody => ({
  ...{ state, text: said },
  ...optionalTime('at', at, zone),
})

export const noticeValues = (
  { title, text: words, starts_at, ends_at }: StoredNotice,
  zone: string,
): Record<string, string> => ({
  ...{ title, text: words, starts_at: localText(starts_at, zone) },
  ...(ends_at === null ? {} : { ends_at: localText(ends_at, zone) }),
})
