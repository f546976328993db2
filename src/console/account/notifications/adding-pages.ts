import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type, { type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type AddedMethod, addContactMethod } from '../../../core/contact-methods/add-contact-method.ts'
import { type ChannelField, DETAILS } from '../../../core/contact-methods/channels/channel-kind.ts'
import { channelKind } from '../../../core/contact-methods/channels/channels.ts'
import { SubscriptionBody } from '../../../core/contact-methods/channels/push/push-kind.ts'
import type { NewMethodBody } from '../../../core/contact-methods/contact-method-shapes.ts'
import { userOf } from '../../../core/people/credentials/caller.ts'
import { provenBy } from '../../../core/people/second-factor/recent-proof.ts'
import { invalidField } from '../../../platform/errors.ts'
import type { Html } from '../../../platform/html.ts'
import { NameText, OneOf, PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import type { FormState } from '../../frame/forms/forms.ts'
import { NOTIFICATIONS } from '../../frame/page/navigation.ts'
import { showPage, takeForm } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import { browserName } from '../browser-name.ts'
import { addingView, TYPED_KINDS } from './adding-view.ts'
import { shownOnceView } from './once-view.ts'

interface Context extends ConsoleContext {
  /** The list with the errors of a form. */
  again: (request: FastifyRequest, state: FormState) => Promise<Html>
}

const OptionalName = Type.Optional(Type.Union([Type.Literal(''), NameText({ maxLength: 100 })]))
const common = { label: OptionalName, details: Type.Optional(OneOf(DETAILS)) }
const subscription = Compile(SubscriptionBody)
const DONE = `${NOTIFICATIONS}?done=`

/** Pages on which a person adds contact methods. */
export const addingPages: FastifyPluginAsync<Context> = async (server, { db, channels, now, again }) => {
  const add = (request: FastifyRequest, body: NewMethodBody): Promise<AddedMethod> =>
    addContactMethod(db, userOf(request), body, channels(), () => provenBy(db, request, now()), now())

  takeForm(server, 'viewer', 'self', `${NOTIFICATIONS}/devices`, {
    body: Type.Object({ subscription: Type.String({ maxLength: 8_000 }) }),
    async submit(request, body) {
      const { t } = readerOf(request)
      const { unknownBrowser, on } = t.account.sessions
      const label = browserName(request.headers['user-agent'] ?? '', unknownBrowser, on)
      await add(request, { kind: 'push', label, subscription: subscriptionIn(body.subscription) })
      return `${DONE}device`
    },
    again,
  })

  for (const kind of TYPED_KINDS) {
    const address = `${NOTIFICATIONS}/${kind}` as const
    const fields = Object.entries(channelKind(kind).fields)
    const view = (reader: Reader, state?: FormState) => addingView(reader, kind, channels(), state)
    showPage(server, 'viewer', 'self', address, { show: async (reader) => view(reader) })
    takeForm(server, 'viewer', 'self', address, {
      body: Type.Object({ ...common, ...Object.fromEntries(fields.flatMap(inForm)) }),
      async submit(request, { label, details, ...sent }, reply) {
        const name = label?.trim() ?? ''
        const added = await add(request, {
          ...{ kind, ...givenIn(fields, sent as Record<string, string | undefined>) },
          ...(name === '' ? {} : { label: name }),
          ...(details === undefined ? {} : { details }),
        })
        const shown = shownOnceView(readerOf(request), added)
        if (shown === null) return `${DONE}${channelKind(kind).verifiedBy === 'code' ? 'codeSent' : 'added'}`
        reply.code(201)
        return shown
      },
      again: (request, state) => view(readerOf(request), atFields(fields, state)),
    })
  }
}

type Fields = [name: string, field: ChannelField][]

/** The controls of a field, with what each may hold. */
function inForm([name, { schema, input, values = [], isOptional, maxlength = 256 }]: Fields[0]): [string, TSchema][] {
  if (input === 'choice') return [[name, OneOf(values)]]
  if (input === 'options') return values.map((option) => [option, Type.Optional(PlainText({ maxLength: maxlength }))])
  return [[name, isOptional ? Type.Optional(Type.Union([Type.Literal(''), schema])) : schema]]
}

/** The fields as the API takes them; what is left empty is left out. */
function givenIn(fields: Fields, sent: Record<string, string | undefined>): Record<string, unknown> {
  const filled = (names: readonly string[]) =>
    names.flatMap((name) => (sent[name] ? [[name, sent[name].trim()] as const] : []))
  return Object.fromEntries(
    fields.flatMap(([name, { input, values = [] }]): (readonly [string, unknown])[] =>
      input === 'options' ? [[name, Object.fromEntries(filled(values))]] : filled([name]),
    ),
  )
}

function subscriptionIn(text: string): Static<typeof SubscriptionBody> {
  const value = parsed(text)
  if (!subscription.Check(value)) throw invalidField('/subscription', 'push_key')
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not what our script sends.
    return null
  }
}

/** Faults inside of a value are shown at their control, or at the first field, which is the address. */
function atFields(fields: Fields, { errors, ...state }: FormState): FormState {
  const controls = ['label', 'details', ...fields.flatMap(inForm).map(([name]) => name)]
  const named = Object.entries(errors).map(([name, text]): [string, string] => {
    const last = name.split('/').at(-1)!
    return [controls.includes(last) ? last : (fields[0]?.[0] ?? last), text]
  })
  return { ...state, errors: Object.fromEntries(named) }
}
