import { MAX_LEAVES } from '../../../core/conditions/condition.ts'
import { SEVERITIES, type Severity } from '../../../core/vocabulary/severities.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { errorOf } from '../../frame/forms/forms.ts'
import { severityBadge } from '../../frame/parts/badges.ts'
import { icon } from '../../frame/parts/page-parts.ts'
import { JOINS, joinIn, partsIn } from './condition-fields.ts'
import { box, clearInput, type FormPage, input, isTicked, select } from './controls.ts'
import { kindIn, leafView, unitOf } from './leaf-view.ts'

/** Conditions and levels of a rule. Other choices need other fields, so all of it is rendered again then. */
export const builderView = (page: FormPage): Html => html`
<div id="builder" class="stack">
  ${conditionCard(page)}
  ${levelsCard(page)}
</div>`

function conditionCard(page: FormPage): Html {
  const words = page.reader.t.ruleForm
  const join = joinIn(page.fields)
  const parts = partsIn(page.fields)
  const isSeveral = join === 'all' || join === 'any'
  return html`<section class="card" aria-labelledby="when-title">
  <h2 id="when-title">${page.reader.t.ruleSentence.when}</h2>
  <input type="hidden" name="parts" value="${parts}">
  <div class="sentence">
    ${select(
      page,
      { name: 'join', label: page.reader.t.ruleSentence.when, reshapes: true, isUnseen: true },
      JOINS.map((value) => ({ value, text: words.joins[value] })),
    )}
    ${
      join === 'count'
        ? [
            input(page, { name: 'times', label: words.times, placeholder: '3', unit: '×' }),
            input(page, { name: 'within', label: page.reader.t.ruleForm.fields.window, placeholder: '10 min' }),
          ]
        : null
    }
  </div>
  ${Array.from({ length: parts }, (_, place) => part(page, place, { isSeveral, isInside: join !== 'one', canGo: parts > 2 }))}
  <div class="sentence${isSeveral ? '' : ' without-scripts'}">
    ${isSeveral && parts < MAX_LEAVES ? html`<button class="quiet" name="do" value="add" formaction="/rules/new/draft" data-reshapes>${icon('plus')}${words.add}</button>` : null}
    <button class="quiet without-scripts" name="do" value="shape" formaction="/rules/new/draft">${words.show}</button>
  </div>
</section>`
}

function part(
  page: FormPage,
  place: number,
  { isSeveral, isInside, canGo }: { isSeveral: boolean; isInside: boolean; canGo: boolean },
): Html {
  const words = page.reader.t.ruleForm
  const p = `p${place}_`
  // Inside a negation, the number is compared in place as well.
  const view = leafView(page, p, isInside || isTicked(page, `${p}not`))
  if (!isSeveral) return html`<div class="part">${view}</div>`
  const remove =
    canGo &&
    html`<button class="quiet" name="remove" value="${place}" formaction="/rules/new/draft" data-reshapes aria-label="${words.removePart(place + 1)}">${icon('x')}</button>`
  return html`<fieldset class="part"><legend>${words.part(place + 1)}</legend>${view}${remove}</fieldset>`
}

/** Input for a level's limit: a number, a duration, a count, or none for conditions that are true or false. */
function limitInput(page: FormPage): 'number' | 'duration' | 'count' | null {
  const join = joinIn(page.fields)
  if (join === 'count') return 'count'
  if (join !== 'one' || isTicked(page, 'p0_not')) return null
  const kind = kindIn(page, 'p0_')
  if (kind.compares === 'duration') return 'duration'
  return kind.form.some(({ as }) => as === 'limits') ? 'number' : null
}

function levelsCard(page: FormPage): Html {
  const words = page.reader.t.ruleForm
  return html`<section class="card" aria-labelledby="levels-title">
  <h2 id="levels-title">${words.levels}</h2>
  <p class="meta">${words.levelsHint}</p>
  ${errorOf('levels', page.state.errors)}
  <div class="levels">${SEVERITIES.toReversed().map((severity) => level(page, severity, limitInput(page)))}</div>
</section>`
}

function level(page: FormPage, severity: Severity, compared: ReturnType<typeof limitInput>): Html {
  const { t } = page.reader
  const words = t.ruleForm
  const name = t.shared.severities[severity]
  const unit = compared === 'number' ? unitOf(page, 'p0_') : compared === 'count' ? '×' : undefined
  const value: Content =
    compared &&
    input(page, {
      name: `${severity}_value`,
      label: words.value,
      unit,
      size: 'medium',
      placeholder: compared === 'number' ? undefined : '–',
    })
  const clear: Content = (compared === 'number' || compared === 'count') && clearInput(page, severity, unit)
  const hold: Content =
    compared !== 'duration' &&
    input(page, { name: `${severity}_for`, label: words.holds, placeholder: t.ruleSentence.atOnce })
  return html`<fieldset class="level"><legend class="unseen">${name}</legend>
  ${box(page, { name: `${severity}_on`, label: severityBadge(t, severity) })}
  <div class="sentence">${value}${clear}${hold}</div>
</fieldset>`
}
