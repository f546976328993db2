import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { type AddedMethod, addContactMethod } from '../../../core/contact-methods/add-contact-method.ts'
import { DETAILS } from '../../../core/contact-methods/contact-method.ts'
import { type NewMethodBody, SubscriptionBody } from '../../../core/contact-methods/contact-method-shapes.ts'
import { userOf } from '../../../core/people/credentials/caller.ts'
import { provenBy } from '../../../core/people/second-factor/recent-proof.ts'
import { invalidField } from '../../../platform/errors.ts'
import type { Html } from '../../../platform/html.ts'
import { NameText, OneOf, PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import type { FormState } from '../../shell/forms.ts'
import { NOTIFICATIONS } from '../../shell/navigation.ts'
import { showPage, takeForm } from '../../shell/pages-and-forms.ts'
import { type Reader, readerOf } from '../../shell/reader.ts'
import { browserName } from '../browser-name.ts'
import { addingView, OWN_FORMATS, OWN_OPTIONS, type TypedKind } from './adding-view.ts'
import { chatView, secretView, topicView } from './once-views.ts'

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

  function adding(
    kind: TypedKind,
    fields: object,
    bodyOf: (sent: Record<string, string | undefined>) => Omit<NewMethodBody, 'kind' | 'label' | 'details'>,
    next: (reader: Reader, method: AddedMethod) => string | Html,
  ): void {
    const view = (reader: Reader, state?: FormState) => addingView(reader, kind, channels(), state)
    showPage(server, 'viewer', 'self', `${NOTIFICATIONS}/${kind}`, { show: async (reader) => view(reader) })
    takeForm(server, 'viewer', 'self', `${NOTIFICATIONS}/${kind}`, {
      body: Type.Object({ ...common, ...fields }),
      async submit(request, { label, details, ...sent }, reply) {
        const name = label?.trim() ?? ''
        const method = await add(request, {
          ...{ kind, ...bodyOf(sent as Record<string, string | undefined>) },
          ...(name === '' ? {} : { label: name }),
          ...(details === undefined ? {} : { details }),
        })
        const shown = next(readerOf(request), method)
        if (typeof shown !== 'string') reply.code(201)
        return shown
      },
      again: (request, state) => view(readerOf(request), atFields(state)),
    })
  }

  const Address = PlainText({ minLength: 1, maxLength: 4_096 })
  const Option = Type.Optional(PlainText({ maxLength: 256 }))
  adding(
    'email',
    { address: Address },
    ({ address }) => ({ address: address! }),
    () => `${DONE}codeSent`,
  )
  adding(
    'ntfy',
    { server: Type.Optional(PlainText({ maxLength: 2_048 })) },
    ({ server }) => (server ? { server: server.trim() } : {}),
    (reader, { id, topic, server }) => topicView(reader, { id, topic: topic!, server: server! }),
  )
  adding(
    'telegram',
    {},
    () => ({}),
    (reader, { link }) => chatView(reader, link!),
  )
  adding(
    'webhook',
    { address: Address, format: OneOf(OWN_FORMATS), ...Object.fromEntries(OWN_OPTIONS.map((name) => [name, Option])) },
    ({ address, format, ...options }) => ({
      address: address!.trim(),
      format: format as NonNullable<NewMethodBody['format']>,
      options: Object.fromEntries(
        Object.entries(options).flatMap(([name, text]) => (text ? [[name, text.trim()]] : [])),
      ),
    }),
    (reader, { secret }) => (secret === undefined ? `${DONE}codeSent` : secretView(reader, secret)),
  )
}

function subscriptionIn(text: string): NonNullable<NewMethodBody['subscription']> {
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

/** Faults inside of a value, at their field. */
function atFields({ errors, ...state }: FormState): FormState {
  const named = Object.entries(errors).map(([name, text]): [string, string] => {
    const last = name.split('/').at(-1)!
    return [last === 'url' ? 'address' : last, text]
  })
  return { ...state, errors: Object.fromEntries(named) }
}
