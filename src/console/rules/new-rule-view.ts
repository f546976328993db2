import type { StoredRule } from '../../core/rules/rule-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { doneOf, form } from '../frame/forms/forms.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { icon } from '../frame/parts/page-parts.ts'
import { type Editor, ruleEditorView } from './rule-editor-view.ts'
import { type GroupKey, groupOf, RULE_GROUPS } from './rule-groups.ts'
import { sentenceOfRule } from './rule-sentence.ts'
import { groupIcon, groupName } from './rules-view.ts'

/** A form for a new rule, and the built-in rules as templates. */
export function newRuleView(
  reader: Reader,
  page: { editor: Editor; presets: readonly StoredRule[] | null; done?: string | undefined },
): Html {
  const { t } = reader
  return shell(
    reader,
    {
      title: t.rules.newRule,
      place: 'rules',
      trail: [{ name: t.shared.places.rules, address: '/rules' }],
      actions: page.presets && html`<a class="button" href="#gallery">${icon('sparkles')}${t.rules.gallery.title}</a>`,
      scripts: ['rule-builder'],
    },
    html`${doneOf(t.rules.done, page.done)}
    ${ruleEditorView(reader, page.editor)}
    ${page.presets === null ? null : gallery(reader, page.presets)}`,
  )
}

function gallery(reader: Reader, presets: readonly StoredRule[]): Html {
  const words = reader.t.rules.gallery
  const groups = RULE_GROUPS.map((group) => ({ group, rules: presets.filter((rule) => groupOf(rule) === group) }))
  return html`<section class="stack" id="gallery" aria-labelledby="gallery-title">
  <h2 id="gallery-title">${words.title}</h2>
  <p>${words.introduction}</p>
  ${groups.filter(({ rules }) => rules.length > 0).map(({ group, rules }) => presetGroup(reader, group, rules))}
</section>`
}

function presetGroup(reader: Reader, group: GroupKey, rules: readonly StoredRule[]): Html {
  const { t, csrf } = reader
  const on = rules.filter(({ enabled }) => enabled).length
  const enable: Content = !reader.may('operator', null)
    ? null
    : on === rules.length
      ? html`<span class="meta">${t.rules.gallery.allOn}</span>`
      : form(
          { action: '/rules/new/recommended', csrf, label: groupName(reader, group) },
          html`<input type="hidden" name="group" value="${group}"><button class="quiet">${t.rules.gallery.enable}</button>`,
        )
  return html`<details class="card presets"${on < rules.length ? html` open` : null}>
  <summary><h3>${groupIcon(group)} ${groupName(reader, group)} <span class="meta">${t.rules.groupCount(on, rules.length)}</span></h3></summary>
  <div class="preset-actions">${enable}</div>
  <ul>${rules.map((rule) => preset(reader, rule))}</ul>
</details>`
}

const preset = (reader: Reader, { key, definition, enabled }: StoredRule): Html => {
  const words = reader.t.rules.gallery
  return html`<li><div><p class="rule-name"><a href="/rules/${key}">${reader.ruleName(definition)}</a>${enabled ? null : html` <span class="badge off">${reader.t.rules.off}</span>`}</p><p>${sentenceOfRule(reader, definition)}</p></div>
  <a class="button quiet" href="/rules/new?from=${key}" aria-label="${words.startFrom(reader.ruleName(definition))}">${words.start}</a></li>`
}
