import { MOST_DEVICES, MOST_TAGS } from '../../core/status-pages/status-page-shapes.ts'
import type { PageTag } from '../../core/status-pages/status-page-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { type FormState, field } from '../frame/forms/forms.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import type { Reader } from '../frame/page/reader.ts'

interface TagFields {
  reader: Reader
  tags: readonly PageTag[]
  /** By tag: devices that have it, and how many of them visitors see. */
  counts: ReadonlyMap<string, { all: number; shown: number }>
  state: FormState
}

/** Tags of the page, whose devices it shows behind those that it names, and fields of one to add. */
export function tagFields(editor: TagFields): Html {
  const { reader, tags, state } = editor
  const { tags: words, label, group, groupHint } = reader.t.statusPages
  const addition = html`
  <h3>${words.add}</h3>
  <div class="row even">
    ${field({ name: 'new_tag', label: words.tag, optional: true, maxlength: 50, autocomplete: 'off', offers: { of: 'tags', isSingle: true } }, state)}
    ${field({ name: 'new_tag_label', label, hint: words.labelHint, optional: true, maxlength: 100, autocomplete: 'off' }, state)}
    ${field({ name: 'new_tag_group', label: group, hint: groupHint, optional: true, maxlength: 100, autocomplete: 'off', list: 'status-groups' }, state)}
  </div>`
  return html`<h2>${words.title}</h2>
  <p class="meta">${words.hint(MOST_DEVICES)}</p>
  ${tags.length === 0 ? null : table(editor)}
  ${tags.length < MOST_TAGS ? addition : null}`
}

function table({ reader: { t }, tags, counts }: TagFields): Html {
  const { statusPages: words } = t
  const input = (name: string, called: string, value: string, more: Content) =>
    html`<input name="${name}" value="${value}" aria-label="${called}" autocomplete="off" maxlength="100"${more}>`
  return html`<div class="status-devices">${dataTable({
    caption: words.tags.title,
    rows: tags,
    key: ({ tag }) => `tag-${tag}`,
    columns: [
      {
        name: words.tags.tag,
        kind: 'main',
        show: ({ tag }) => html`${tag}<input type="hidden" name="tag" value="${tag}">`,
      },
      {
        name: t.shared.places.devices,
        show: ({ tag }) => {
          const { all, shown } = counts.get(tag) ?? { all: 0, shown: 0 }
          return shown < all ? words.tags.some(shown, all - shown) : words.tags.all(all)
        },
      },
      {
        name: words.label,
        show: ({ label, tag }) => input('tag_label', words.of(words.label, tag), label, html` required`),
      },
      {
        name: words.group,
        show: ({ group_name, tag }) =>
          input('tag_group', words.of(words.group, tag), group_name, html` list="status-groups"`),
      },
      {
        name: t.terms.remove,
        show: ({ tag }) =>
          html`<input type="checkbox" name="leave_tag" value="${tag}" aria-label="${words.of(t.terms.remove, tag)}">`,
      },
    ],
  })}</div>`
}
