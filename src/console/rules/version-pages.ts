import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { reachOf } from '../../core/people/credentials/caller.ts'
import { findActors } from '../../core/people/user-store.ts'
import type { Reach } from '../../core/reach/reach.ts'
import { checkedRule, saveRule } from '../../core/rules/editing/edit-rules.ts'
import { settleRule } from '../../core/rules/editing/settle-rule.ts'
import { findRule, listRuleVersions, type RuleVersion } from '../../core/rules/rule-store.ts'
import { notFound } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import { NumberText } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { KeyParams } from './rule-params.ts'
import { versionsView } from './versions-view.ts'

const Version = NumberText('^[1-9][0-9]{0,8}$', { minimum: 1 })
const VersionParams = Type.Object({ ...KeyParams.properties, version: Version })

/** The history of a rule, with restore. */
export const versionPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, context) => {
  const { db, now } = context

  async function getVersions(reach: Reach, key: string): Promise<RuleVersion[]> {
    const versions = await listRuleVersions(db, reach, key)
    if (versions.length === 0) throw notFound('Rule')
    return versions
  }

  async function page(
    reader: Reader,
    key: string,
    asked: { from?: string; to?: string },
    problem: string | null = null,
  ): Promise<Html> {
    const versions = await getVersions(reader.reach, key)
    const find = (version: string | undefined, otherwise: RuleVersion) =>
      versions.find((one) => String(one.version) === version) ?? otherwise
    const to = find(asked.to, versions[0]!)
    const from = find(asked.from, versions[versions.indexOf(to) + 1] ?? to)
    const authors = versions.flatMap(({ saved_by }) => (saved_by === null ? [] : [saved_by]))
    const people = await findActors(db, [...new Set(authors)])
    const rule = await findRule(db, reader.reach, key)
    return versionsView(reader, { ruleKey: key, rule, versions, people, from, to, problem })
  }

  showPage(server, 'viewer', 'site', '/rules/:key/versions', {
    params: KeyParams,
    query: Type.Object({ from: Type.Optional(Version), to: Type.Optional(Version) }),
    show: (reader, { params, query }) => page(reader, params.key, query),
  })

  // Restoring an old version creates a new one, so no version is lost.
  takeForm(server, 'operator', 'site', '/rules/:key/versions/:version/restoration', {
    params: VersionParams,
    body: Type.Object({ version: Type.String({ pattern: '^[0-9]{1,9}$' }) }),
    async submit(request, { version: seen }) {
      const { key, version } = request.params
      const wanted = (await getVersions(reachOf(request), key)).find((one) => String(one.version) === version)
      if (wanted === undefined) throw notFound('Version')
      const reason = readerOf(request).t.ruleForm.goBack(Number(version))
      const edit = { version: Number(seen), by: changeBy(request), reason }
      await saveRule(db, checkedRule(wanted.definition), edit, now())
      await settleRule(context, key)
      return `/rules/${key}?done=restored`
    },
    again: (request, { message }) => page(readerOf(request), request.params.key, {}, message),
  })
}
