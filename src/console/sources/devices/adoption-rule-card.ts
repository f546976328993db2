import type { StoredSource } from '../../../core/sources/source-store.ts'
import { type Html, html } from '../../../platform/html.ts'
import { type FormState, field, filled, form, formMessage } from '../../frame/forms/forms.ts'
import { moduleField } from '../../frame/forms/module-field.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card } from '../../frame/parts/page-parts.ts'
import { sourceAddress } from '../source-state.ts'

const USUAL_LIMIT = 20

/** The rule by which a source adopts devices by itself. Without a pattern there is none. */
export function adoptionRuleCard(reader: Reader, { id, adopt, module }: StoredSource, state: FormState): Html {
  const { t, csrf } = reader
  const { rule: words } = t.sources
  const shown = filled(
    {
      match_id: adopt?.match.id ?? '',
      match_model: adopt?.match.model ?? '',
      tags: adopt?.tags?.join(', ') ?? '',
      limit: String(adopt?.limit ?? USUAL_LIMIT),
    },
    state,
  )
  return card(
    words.title,
    html`
    <p>${words.hint}</p>
    ${form(
      { action: `${sourceAddress(id)}/rule`, csrf, label: words.title },
      html`
      ${formMessage(state)}
      <div class="pairs-of-fields">
        ${field({ name: 'match_id', label: words.id, hint: words.idHint, maxlength: 200, optional: true, autocomplete: 'off' }, shown)}
        ${field({ name: 'match_model', label: words.model, maxlength: 200, optional: true, autocomplete: 'off' }, shown)}
        ${moduleField(reader, { chosen: adopt?.module ?? module }, shown)}
        ${field({ name: 'limit', label: words.limit, hint: words.limitHint, type: 'number', min: 1, max: 1_000 }, shown)}
      </div>
      ${field({ name: 'tags', label: t.sources.tags, maxlength: 1_100, optional: true, offers: { of: 'tags' } }, shown)}
      <button>${t.shared.save}</button>`,
    )}`,
  )
}
