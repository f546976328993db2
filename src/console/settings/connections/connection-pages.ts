import type { FastifyInstance, FastifyRequest } from 'fastify'
import { changeConnections } from '../../../core/contact-methods/connections/change-connections.ts'
import { testConnection } from '../../../core/contact-methods/connections/test-connection.ts'
import { provenBy } from '../../../core/people/second-factor/recent-proof.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Html } from '../../../platform/html.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { EMPTY_FORM, type FormState } from '../../frame/forms/forms.ts'
import { takeForm } from '../../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../../frame/page/reader.ts'
import type { ConnectionsShown } from './connection-form-view.ts'
import {
  type ConnectionFields,
  ConnectionForm,
  type ConnectionSection,
  enteredIn,
  FIELDS,
  KEYS,
  RECIPIENTS,
  SECTIONS,
  TEST_OF,
} from './read-connection-form.ts'

type Sent = NonNullable<ConnectionsShown['sent']>

/** Forms for how the service and the outside reach each other. What is saved has been tested, unless people insist. */
export function connectionPages(
  server: FastifyInstance,
  { db, connections: settings, now }: ConsoleContext,
  page: (reader: Reader, sent: Sent, from: ConnectionsShown['from']) => Promise<Html>,
): void {
  for (const section of SECTIONS) {
    takeForm(server, 'admin', 'installation', `/settings/${section}`, {
      body: ConnectionForm,
      async submit(request, { intent = 'save', from, ...fields }) {
        const by = await provenBy(db, request, now())
        const reader = readerOf(request)
        const isRead = settings.connections().origins[KEYS[section]] === 'environment'
        const entered = isRead ? {} : enteredIn(section, fields)
        if (intent !== 'anyway') {
          const { language } = reader.preferences
          const asked = { what: TEST_OF[section], to: recipientOf(section, fields), entered, language }
          const outcome = await testConnection(settings, asked, by, now()).catch(atFields(section))
          const state = { ...EMPTY_FORM, values: textsIn(fields) }
          if (intent === 'test' || outcome.fault !== null) return page(reader, { section, state, outcome }, from)
        }
        if (!isRead) await changeConnections(settings, entered, by, now()).catch(atFields(section))
        if (from === 'overview') return intent === 'anyway' ? '/#set-up' : '/?done=step#set-up'
        return `/settings?done=saved#${section}`
      },
      again: (request, state) => again(request, section, state),
    })

    takeForm(server, 'admin', 'installation', `/settings/${section}/environment`, {
      async submit(request) {
        await changeConnections(settings, { [KEYS[section]]: null }, await provenBy(db, request, now()), now())
        return `/settings?done=saved#${section}`
      },
      again: (request, state) => again(request, section, state),
    })
  }

  const again = (request: FastifyRequest, section: ConnectionSection, state: FormState): Promise<Html> =>
    page(readerOf(request), { section, state }, state.values.from === 'overview' ? 'overview' : undefined)
}

const recipientOf = (section: ConnectionSection, fields: ConnectionFields): string | undefined => {
  const name = RECIPIENTS[section]
  return name && (fields[name]?.trim() ?? '')
}

const textsIn = (fields: Partial<ConnectionFields>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** Faults at the fields of the form, which are others than those of the API. */
const atFields =
  (section: ConnectionSection) =>
  (error: unknown): never => {
    if (!(error instanceof RequestError) || error.errors === undefined) throw error
    const errors = error.errors.map((fault) => {
      const name = fault.field.slice(1)
      const isPassword = name === 'smtp/url' && fault.reason === 'secret_of_another'
      const own = name === 'to' ? RECIPIENTS[section] : FIELDS[name]
      return { ...fault, field: `/${isPassword ? 'mail_password' : (own ?? name)}` }
    })
    throw new RequestError(error.statusCode, error.fault, { errors, headers: error.headers })
  }
