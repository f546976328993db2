import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { recordDownload } from '../../core/audit-log/record-download.ts'
import { reachOf, userOf } from '../../core/people/credentials/caller.ts'
import type { Reach } from '../../core/reach/reach.ts'
import { applyRule } from '../../core/rules/editing/apply-rule.ts'
import { checkedRule, deleteRule, saveRule } from '../../core/rules/editing/edit-rules.ts'
import { ruleText } from '../../core/rules/editing/rule-text.ts'
import { REASON_MAX } from '../../core/rules/editing/safety-rules.ts'
import type { RuleDefinition } from '../../core/rules/rule.ts'
import { findRule, type StoredRule } from '../../core/rules/rule-store.ts'
import { sentenceOf } from '../../platform/error-messages/reasons.ts'
import { badRequest, invalidField, mustExist, RequestError } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import { untilGone } from '../../platform/http/until-gone.ts'
import type { ConsoleContext } from '../console-context.ts'
import type { FormState } from '../frame/forms/forms.ts'
import { siteIdIn } from '../frame/forms/site-field.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { readerOf } from '../frame/page/reader.ts'
import { draftIn, emptyDraft, type RuleDraft, ruleDraft, unreadDraftIn } from './form/draft.ts'
import { fieldsIn, textIn } from './form/fields.ts'
import { askedIn, conflictOver, type EditorPage, editorPage, rulePage, workOn } from './rule-editor.ts'
import { RulePageParams } from './rule-params.ts'

/** More of one rule need keys from a person. */
const MOST_COPIES = 20

const NewQuery = Type.Object({ from: Type.Optional(RulePageParams.properties.key) })
/** Rule fields have a reader of their own, which reports faults per field. */
const AnyFields = Type.Object({}, { additionalProperties: true })

/** Pages of one rule: view, create, change, rehearse and delete. */
export const rulePages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, context) => {
  const { db, now } = context

  async function getRule(reach: Reach, key: string): Promise<StoredRule> {
    return mustExist('Rule', await findRule(db, reach, key))
  }

  /** The first of `key`, `key2`, `key3` … that no rule in reach has. */
  async function freeKey(reach: Reach, key: string): Promise<string> {
    for (let place = 1; place <= MOST_COPIES; place += 1) {
      const wanted = place === 1 ? key : `${key}${place}`
      if ((await findRule(db, reach, wanted)) === null) return wanted
    }
    return key
  }

  const editor = (request: FastifyRequest, what: EditorPage): Promise<Html> =>
    editorPage(context, readerOf(request), what)

  showPage(server, 'operator', 'site', '/rules/new', {
    query: NewQuery,
    async show(reader, { query }) {
      const base = query.from === undefined ? null : await getRule(reader.reach, query.from)
      const draft =
        base === null
          ? emptyDraft(reader.format.zone)
          : copyOf(base, reader.t.rules.copyOf, await freeKey(reader.reach, `${base.key}.copy`))
      return editorPage(context, reader, { draft, rule: null, isBlank: base === null, done: query.done })
    },
  })

  showPage(server, 'viewer', 'site', '/rules/:key', {
    params: RulePageParams,
    async show(reader, { params, query }) {
      const rule = await getRule(reader.reach, params.key)
      if (!reader.may('operator', rule.site_id)) return rulePage(context, reader, rule, null, query.done)
      return editorPage(context, reader, { draft: ruleDraft(rule.definition, rule.version), rule, done: query.done })
    },
  })

  server.get(
    '/rules/:key/yaml',
    { config: { policy: 'viewer', scope: 'site' }, schema: { hide: true, params: RulePageParams } },
    async (request, reply) => {
      const { key, definition } = await getRule(reachOf(request), request.params.key)
      const subject = { type: 'rule', id: key, name: definition.name }
      await recordDownload(db, request, { what: 'rules', subject }, now())
      return reply
        .header('content-disposition', `attachment; filename="${key}.yaml"`)
        .type('application/yaml; charset=utf-8')
        .send(ruleText({ rules: [definition] }))
    },
  )

  // Saves nothing: renders the page again with other fields or with the rehearsal.
  takeForm(server, 'operator', 'site', '/rules/new/draft', {
    body: AnyFields,
    async submit(request, body, reply) {
      const key = textIn(fieldsIn(body), 'rule_key')
      const rule = key === '' ? null : await getRule(reachOf(request), key)
      const draft = await draftIn(body, rule?.key ?? null, userOf(request).id)
      const isUnderWay = !textIn(fieldsIn(body), 'do').startsWith('rehearse')
      const asker = { user_id: userOf(request).id, reach: reachOf(request), signal: untilGone(reply) }
      return editor(request, {
        draft: { ...draft, isUnderWay },
        rule,
        ...(await workOn(context, draft, rule, body, asker)),
      })
    },
    again: (request, state) => again(request, state, null),
  })

  async function again(
    request: FastifyRequest,
    { message, reason, errors }: FormState,
    rule: StoredRule | null,
  ): Promise<Html> {
    const isBusy = reason === 'busy_for_you' || reason === 'busy_for_all'
    const draft = isBusy
      ? unreadDraftIn(request.body)
      : await draftIn(request.body, rule?.key ?? null, userOf(request).id)
    const refused: Record<string, string> =
      errors.reason === undefined ? {} : { [reasonFieldOf(request)]: errors.reason }
    // Faults of a text are listed above it, by line.
    const problem = draft.textFaults.length > 0 ? null : message
    return editor(request, { draft: { ...draft, refused }, rule, days: askedIn(request.body).days, problem })
  }

  /** Saves the draft; after a conflicting change, the page shows both versions. */
  async function save(request: FastifyRequest, reply: FastifyReply, draft: RuleDraft, rule: StoredRule | null) {
    const definition = checkedDraft(draft)
    try {
      const site_id = rule === null ? siteIdIn(draft) : undefined
      const edit = { version: draft.version, site_id, by: changeBy(request), reason: reasonIn(request) }
      const saved = await saveRule(db, definition, edit, now())
      await applyRule(context, saved.key)
      return `/rules/${saved.key}?done=${saved.version === draft.version ? 'same' : 'saved'}`
    } catch (error) {
      if (!(error instanceof RequestError) || error.statusCode !== 409) throw error
      const { days } = askedIn(request.body)
      reply.code(409)
      if (rule === null)
        return editor(request, {
          draft,
          rule,
          days,
          problem: takenIn(request, definition.key),
        })
      const theirs = await findRule(db, reachOf(request), definition.key)
      // The rule was deleted; saving creates it again.
      if (theirs === null)
        return editor(request, {
          draft: { ...draft, version: 0 },
          rule,
          days,
          problem: sentenceOf(error.fault, readerOf(request).t.reasons),
        })
      const conflict = await conflictOver(context, reachOf(request), draft, theirs)
      return editor(request, { draft: { ...draft, version: theirs.version }, rule: theirs, days, conflict })
    }
  }

  /** For people who did not enter a key themselves, the message does not mention keys. */
  function takenIn(request: FastifyRequest, key: string): string {
    const words = readerOf(request).t.ruleForm
    const fields = fieldsIn(request.body)
    const isTyped = textIn(fields, 'key') !== '' || textIn(fields, 'do') === 'save_text'
    return isTyped ? words.keyTaken(key) : words.nameTaken
  }

  takeForm(server, 'operator', 'site', '/rules/new', {
    body: AnyFields,
    submit: async (request, body, reply) =>
      save(request, reply, { ...(await draftIn(body, null, userOf(request).id)), version: 0 }, null),
    again: (request, state) => again(request, state, null),
  })

  takeForm(server, 'operator', 'site', '/rules/:key', {
    params: RulePageParams,
    body: AnyFields,
    async submit(request, body, reply) {
      const rule = await getRule(reachOf(request), request.params.key)
      const draft = await draftIn(body, rule.key, userOf(request).id)
      if (draft.definition !== null && draft.definition.key !== rule.key) throw badRequest('rule_key_fixed', rule.key)
      return save(request, reply, draft, rule)
    },
    again: async (request, state) => again(request, state, await getRule(reachOf(request), request.params.key)),
  })

  takeForm(server, 'operator', 'site', '/rules/:key/removal', {
    params: RulePageParams,
    body: Type.Object({ version: Type.String({ pattern: '^[0-9]{1,9}$' }) }),
    async submit(request, { version }) {
      const key = request.params.key
      const reason = readerOf(request).t.ruleForm.revert
      const left = await deleteRule(db, key, { version: Number(version), by: changeBy(request), reason }, now())
      await applyRule(context, key)
      return left === null ? '/rules?done=removed' : `/rules/${key}?done=reverted`
    },
    async again(request, { message }) {
      const rule = await getRule(reachOf(request), request.params.key)
      return editor(request, { draft: ruleDraft(rule.definition, rule.version), rule, problem: message })
    },
  })
}

/** The field that was shown beside the button: form and text have one each. */
const reasonFieldOf = ({ body }: FastifyRequest): 'reason' | 'text_reason' =>
  textIn(fieldsIn(body), 'do').endsWith('_text') ? 'text_reason' : 'reason'

/** Throws 400 for one that is too long. */
function reasonIn(request: FastifyRequest): string | undefined {
  const text = textIn(fieldsIn(request.body), reasonFieldOf(request))
  if ([...text].length > REASON_MAX) throw invalidField('/reason', 'too_long', REASON_MAX)
  return text === '' ? undefined : text
}

/** A copy of a rule for editing. */
function copyOf({ definition }: StoredRule, called: (name: string) => string, key: string): RuleDraft {
  const { enabled: _, ...rest } = definition
  const name = called(definition.name).slice(0, 100)
  return ruleDraft({ ...rest, name, key }, 0)
}

/** The valid definition, or throws; faults of fields are shown beside them. */
function checkedDraft({ definition, read, textFaults }: RuleDraft): RuleDefinition {
  if (definition !== null) return definition
  if (textFaults.length > 0) throw new RequestError(400, textFaults[0]!)
  if (read !== null && read.faults.length > 0) return checkedRule(read.definition)
  throw badRequest('rule_unreadable')
}
