import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { recordDownload } from '../../core/audit-log/record-download.ts'
import { reachOf, userOf } from '../../core/people/credentials/caller.ts'
import { applyRule } from '../../core/rules/editing/apply-rule.ts'
import { switchRule } from '../../core/rules/editing/edit-rules.ts'
import { isNoisy } from '../../core/rules/editing/is-noisy.ts'
import { watchRuleActivity } from '../../core/rules/editing/rule-activity.ts'
import { ruleFile } from '../../core/rules/editing/rule-text.ts'
import { REASON_MAX } from '../../core/rules/editing/safety-rules.ts'
import { listRules, listVersionsAt } from '../../core/rules/rule-store.ts'
import type { Html } from '../../platform/html.ts'
import { WordList, wordsIn } from '../../platform/http/schemas/query-words.ts'
import { fileSender } from '../../platform/http/send-file.ts'
import type { ConsoleContext } from '../console-context.ts'
import type { FormState } from '../frame/forms/forms.ts'
import { withDone } from '../frame/page/addresses.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { readerOf } from '../frame/page/reader.ts'
import { safeReturn } from '../frame/page/return-to.ts'
import { groupOf, matches, RULE_FLAGS, RULE_GROUPS, sortByGroup } from './rule-groups.ts'
import { RulePageParams } from './rule-params.ts'
import { rulesView, WEEK_DAYS } from './rules-view.ts'

const PER_PAGE = 200

const RulesQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 100 })),
  group: WordList(RULE_GROUPS),
  state: WordList(RULE_FLAGS),
  cursor: Type.Optional(RulePageParams.properties.key),
})

/** The list of rules, with a switch for each. */
export const rulesPage: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, context) => {
  const { db, rules, now } = context
  const sendFile = fileSender(server)
  const findActivity = watchRuleActivity()

  // A switch has no fields; a refusal is shown on the list.
  async function again(request: FastifyRequest, { message, errors }: FormState): Promise<Html> {
    const all = sortByGroup(await listRules(db, readerOf(request).listed))
    return rulesView(readerOf(request), {
      all,
      rules: all,
      activity: new Map(),
      nextCursor: null,
      problem: errors.reason ?? message,
    })
  }

  showPage(server, 'viewer', 'site', '/rules', {
    query: RulesQuery,
    async show(reader, { query }) {
      const all = sortByGroup(await listRules(db, reader.listed))
      const filter = {
        groups: wordsIn('group', query.group, RULE_GROUPS),
        states: wordsIn('state', query.state, RULE_FLAGS),
        text: query.q?.trim() ?? '',
      }
      const activity = await findActivity(
        db,
        reader.listed,
        all.map(({ key }) => key),
        reader.now,
      )
      const noisy = new Set(
        [...activity.values()].filter((one) => isNoisy(one, WEEK_DAYS)).map(({ rule_key }) => rule_key),
      )
      const found = all.filter((rule) => matches(rule, filter, noisy))
      const start = query.cursor === undefined ? 0 : found.findIndex(({ key }) => key === query.cursor) + 1
      const shown = found.slice(start, start + PER_PAGE)
      const nextCursor = found.length > start + PER_PAGE ? shown.at(-1)!.key : null
      return rulesView(reader, { all, rules: shown, activity, nextCursor, done: query.done })
    },
  })

  server.get(
    '/rules.yaml',
    { config: { policy: 'viewer', scope: 'site' }, schema: { hide: true } },
    async (request, reply) => {
      const all = await listRules(db, reachOf(request))
      const reasons = new Map(
        (await listVersionsAt(db, reachOf(request), now())).map(({ key, reason }) => [key, reason]),
      )
      const listed = all.map(({ key, definition, enabled }) => {
        const { enabled: _, ...rest } = definition
        return { definition: enabled ? rest : { ...rest, enabled }, reason: reasons.get(key) ?? null }
      })
      const file = {
        download: {
          name: 'rules.yaml',
          record: () => recordDownload(db, request, { what: 'rules', reach: reachOf(request) }, now()),
        },
        type: 'application/yaml; charset=utf-8',
        reader: userOf(request).id,
        check: request.readmit,
      }
      return sendFile(reply, { ...file, pieces: (signal) => ruleFile(listed, signal) })
    },
  )

  takeForm(server, 'operator', 'site', '/rules/:key/switch', {
    params: RulePageParams,
    body: Type.Object({
      enabled: Type.Enum(['yes', 'no']),
      reason: Type.Optional(Type.String({ maxLength: REASON_MAX })),
      back: Type.Optional(Type.String({ maxLength: 2_000 })),
    }),
    async submit(request, { enabled, reason, back }) {
      const isOn = enabled === 'yes'
      const edit = { version: null, by: changeBy(request), reason: reason?.trim() || undefined }
      await switchRule(db, request.params.key, isOn, edit, now())
      await applyRule(context, request.params.key)
      return withDone(safeReturn(back ?? '/rules'), isOn ? 'on' : 'off')
    },
    again,
  })

  takeForm(server, 'operator', 'site', '/rules/new/recommended', {
    body: Type.Object({ group: Type.Enum([...RULE_GROUPS]) }),
    async submit(request, { group }) {
      const off = (await listRules(db, reachOf(request))).filter(
        (rule) => rule.origin === 'pack' && !rule.enabled && groupOf(rule) === group,
      )
      const edit = { version: null, by: changeBy(request) }
      for (const { key } of off) await switchRule(db, key, true, edit, now())
      await rules.reload()
      return '/rules/new?done=recommended'
    },
    again,
  })
}
