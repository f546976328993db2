import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { listTags } from '../../core/devices/lists/browse-devices.ts'
import { changePolicy, createPolicy, removePolicy } from '../../core/escalation/manage-policies.ts'
import type { EscalationPolicy } from '../../core/escalation/policy.ts'
import { listPolicies } from '../../core/escalation/policy-store.ts'
import { listPeople } from '../../core/on-call/people-store.ts'
import { listSchedules } from '../../core/on-call/schedule-store.ts'
import { reachOf } from '../../core/people/credentials/caller.ts'
import type { Reach } from '../../core/reach/reach.ts'
import { requireRoleIfShared } from '../../core/reach/require-role.ts'
import { listRuleNames } from '../../core/rules/rule-store.ts'
import type { Html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf } from '../frame/forms/form-fields.ts'
import { doneOf, EMPTY_FORM, type FormState } from '../frame/forms/forms.ts'
import { siteIdIn } from '../frame/forms/site-field.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import {
  afterButton,
  draftOfPolicy,
  NEW_POLICY,
  type PolicyDraft,
  PolicyForm,
  policyBody,
  policyDraftIn,
} from './policy-fields.ts'
import { type PolicyFormPage, policyFormView } from './policy-form-view.ts'
import { policyListView } from './policy-list-view.ts'
import type { PolicyNames } from './policy-texts.ts'

const LIST = '/escalation-policies'
/** Tags offered as a hint. */
const MOST_TAGS = 30
const NumberText = Type.String({ pattern: '^[1-9][0-9]{0,8}$' })

/** Escalation policies in their order, each with a form. */
export const policyPages: FastifyPluginAsync<ConsoleContext> = async (server, { db, now }) => {
  async function list(reader: Reader, state: FormState, done?: string): Promise<Html> {
    const notice = doneOf(reader.t.policies.done, done)
    const [policies, names] = await Promise.all([listPolicies(db, reader.listed), namesFor(reader)])
    return policyListView({ ...reader, address: LIST }, { policies, names, notice, state })
  }

  async function namesFor(reader: Reader): Promise<PolicyNames & Pick<PolicyFormPage, 'tags' | 'choosable'>> {
    const [people, schedules, rules, tags] = await Promise.all([
      listPeople(db, reader.reach),
      listSchedules(db, reader.reach),
      listRuleNames(db, reader.reach, reader.preferences.language),
      listTags(db, reader.reach, MOST_TAGS),
    ])
    return {
      people: new Map(people.map(({ id, name }) => [id, name])),
      choosable: people.filter(({ enabled }) => enabled),
      schedules: new Map(schedules.map(({ id, name }) => [id, name])),
      rules: new Map(rules.map(({ key, name }) => [key, name])),
      tags: tags.map(({ tag }) => tag).toSorted(),
    }
  }

  async function formPage(reader: Reader, policy: EscalationPolicy | null, draft: PolicyDraft, state = EMPTY_FORM) {
    const names = await namesFor(reader)
    return policyFormView(reader, { policy, draft, names, tags: names.tags, choosable: names.choosable, state })
  }

  /** For people who may change it. Throws 403, 404. */
  async function getPolicy(reach: Reach, id: number): Promise<EscalationPolicy> {
    const policy = (await listPolicies(db, reach)).find((one) => one.id === id)
    return requireRoleIfShared(reach, 'admin', 'Escalation policy', policy)
  }

  /** Shows the form again for everything but saving. */
  async function submit(request: FastifyRequest, policy: EscalationPolicy | null): Promise<string | Html> {
    const draft = policyDraftIn(request.body)
    const { what = 'save' } = request.body as { what?: string }
    if (what !== 'save') return formPage(readerOf(request), policy, afterButton(draft, what))
    const { scope, ...body } = policyBody(draft)
    if (policy === null) await createPolicy(db, { ...body, scope, site_id: siteIdIn(draft) }, changeBy(request), now())
    else {
      const changes = { ...body, version: Number(draft.version), ...(policy.is_last ? {} : { scope }) }
      await changePolicy(db, policy.id, changes, changeBy(request), now())
    }
    return `${LIST}?done=${policy === null ? 'created' : 'changed'}`
  }

  showPage(server, 'viewer', 'site', LIST, { show: (reader, { query }) => list(reader, EMPTY_FORM, query.done) })

  showPage(server, 'admin', 'site', `${LIST}/new`, { show: (reader) => formPage(reader, null, NEW_POLICY) })

  takeForm(server, 'admin', 'site', LIST, {
    body: PolicyForm,
    submit: (request) => submit(request, null),
    again: (request, state) => formPage(readerOf(request), null, policyDraftIn(request.body), state),
  })

  showPage(server, 'admin', 'site', `${LIST}/:id`, {
    async show(reader, { params }) {
      const policy = await getPolicy(reader.reach, Number(params.id))
      return formPage(reader, policy, draftOfPolicy(policy))
    },
  })

  takeForm(server, 'admin', 'site', `${LIST}/:id`, {
    body: PolicyForm,
    submit: async (request) => submit(request, await getPolicy(reachOf(request), idOf(request))),
    async again(request, state) {
      return formPage(
        readerOf(request),
        await getPolicy(reachOf(request), idOf(request)),
        policyDraftIn(request.body),
        state,
      )
    },
  })

  takeForm(server, 'admin', 'site', `${LIST}/:id/position`, {
    body: Type.Object({ version: NumberText, position: NumberText }),
    async submit(request, { version, position }) {
      const changes = { version: Number(version), position: Number(position) }
      await changePolicy(db, idOf(request), changes, changeBy(request), now())
      return `${LIST}?done=moved`
    },
    again: (request, state) => list(readerOf(request), state),
  })

  takeForm(server, 'admin', 'site', `${LIST}/:id/removal`, {
    async submit(request) {
      await removePolicy(db, idOf(request), changeBy(request), now())
      return `${LIST}?done=removed`
    },
    again: (request, state) => list(readerOf(request), state),
  })
}
