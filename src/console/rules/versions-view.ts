import type { Actor } from '../../core/people/actor.ts'
import { ruleText } from '../../core/rules/editing/rule-text.ts'
import type { RuleDefinition } from '../../core/rules/rule.ts'
import type { RuleVersion, StoredRule } from '../../core/rules/rule-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { actionButton, EMPTY_FORM, formMessage } from '../frame/forms/forms.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { person } from '../frame/parts/people.ts'
import { diffView } from '../frame/parts/text-diff.ts'
import { sentenceOfRule } from './rule-sentence.ts'

interface VersionsPage {
  ruleKey: string
  /** Null if the rule was deleted. */
  rule: StoredRule | null
  /** Newest first. */
  versions: readonly RuleVersion[]
  people: ReadonlyMap<number, Actor>
  /** The two compared versions. */
  from: RuleVersion
  to: RuleVersion
  problem?: string | null
}

/** All versions of a rule, a comparison of two, and restore buttons. */
export function versionsView(reader: Reader, page: VersionsPage): Html {
  const { t } = reader
  const { rule, ruleKey, versions, from, to } = page
  const name = reader.ruleName((rule?.definition ?? versions[0]!.definition) as RuleDefinition)
  const words = t.ruleForm
  const isOne = versions.length === 1
  const compared = isOne ? `${words.version} ${to.version}` : words.diffTitle(from.version, to.version)
  const trail = [
    { name: t.shared.places.rules, address: '/rules' },
    ...(rule === null ? [] : [{ name, address: `/rules/${ruleKey}` }]),
  ]
  return shell(
    reader,
    { title: rule === null ? `${name}: ${words.versions}` : words.versions, place: 'rules', trail },
    html`${formMessage({ ...EMPTY_FORM, message: page.problem ?? null })}
    ${rule === null ? html`<p class="notice warn"><strong>${words.goneTitle}.</strong> ${words.gone}</p>` : null}
    <div class="wide-narrow">
      <section class="card" aria-labelledby="diff-title"><h2 id="diff-title">${compared}</h2>
        ${isOne ? html`<p>${words.onlyOne}</p>` : from.version === to.version ? html`<p>${words.same}</p>` : null}
        ${diffView(ruleText(from.definition), ruleText(to.definition), compared)}
      </section>
      <ol class="versions card" reversed>${versions.map((version, place) => versionRow(reader, page, version, versions[place + 1]))}</ol>
    </div>`,
  )
}

function versionRow(reader: Reader, page: VersionsPage, version: RuleVersion, older: RuleVersion | undefined): Html {
  const { t, format } = reader
  const words = t.ruleForm
  const { rule, ruleKey, people, to } = page
  const who = version.saved_by === null ? words.builtIn : person({ ...people.get(version.saved_by) })
  const isCurrent = rule?.version === version.version
  const compared: Content =
    older &&
    html`<a href="/rules/${ruleKey}/versions?from=${older.version}&amp;to=${version.version}"${version.version === to.version ? html` aria-current="true"` : null}>${t.charts.compare.title}</a>`
  return html`<li>
  <p><strong>${words.version} ${version.version}</strong>${isCurrent ? html` <span class="badge good">${words.current}</span>` : null} <span class="meta">${who} · ${format.ago(version.saved_at)}</span></p>
  <p class="meta">${sentenceOfRule(reader, version.definition)}</p>
  ${version.reason !== null && html`<p>${words.saidWhy(version.reason)}</p>`}
  <div class="save-bar">${compared}${isCurrent || !reader.may('operator', rule?.site_id) ? null : goBack(reader, page, version)}</div>
</li>`
}

const goBack = ({ t, csrf }: Reader, { ruleKey, rule }: VersionsPage, { version }: RuleVersion): Html =>
  actionButton(
    {
      action: `/rules/${ruleKey}/versions/${version}/restoration`,
      csrf,
      inPlace: false,
      name: 'version',
      value: String(rule?.version ?? 0),
    },
    t.ruleForm.goBack(version),
  )
