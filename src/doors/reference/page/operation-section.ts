import { type Html, html, type Content as Markup } from '../../../platform/html.ts'
import type { MediaTypes, OpenApiDocument, Operation, Parameter, Reference, ResponseObject } from '../document-types.ts'
import { curlLine, type ListedOperation } from './curl-line.ts'
import { prose } from './prose.ts'
import { fieldRow, schemaTable, typeOf } from './schema-table.ts'

/** One operation with everything a caller needs. */
export function operationSection(place: ListedOperation, document: OpenApiDocument): Html {
  const { method, path, operation } = place
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  return html`
    <section id="${operationId}">
      <h3><a href="#${operationId}">${summary}</a></h3>
      <p class="address"><b>${method.toUpperCase()}</b> <code>${path}</code> ${admission(operation)}</p>
      ${description === undefined ? null : html`<p>${prose(description)}</p>`}
      ${example('Request', curlLine(place))}
      ${parameters.length === 0 ? null : parameterTable(parameters)}
      ${requestBody === undefined ? null : bodyPart(requestBody.content, requestBody.required)}
      <table>
        <caption>Responses</caption>
        <thead><tr><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Body</th></tr></thead>
        <tbody>${Object.entries(responses).map(([status, response]) => responseRow(status, resolved(response, document)))}</tbody>
      </table>
      ${Object.entries(responses).flatMap(([status, response]) => ('$ref' in response ? [] : [responsePart(status, response)]))}
    </section>`
}

/** The request that a webhook receiver gets; it only has to answer. */
export const webhookSection = (event: string, { operationId, description, requestBody }: Operation): Html => html`
    <section id="${operationId}">
      <h3><a href="#${operationId}"><code>${event}</code></a></h3>
      <p>${prose(description)}</p>
      ${bodyPart(requestBody!.content, true)}
    </section>`

function admission({ security }: Operation): Html {
  const [scheme] = security
  if (scheme === undefined) return html`<span class="role">no token needed</span>`
  const [role] = scheme.accessToken ?? []
  return html`<span class="role">${role === undefined ? 'device token' : role}</span>`
}

const parameterTable = (parameters: readonly Parameter[]): Html => html`<table>
      <caption>Parameters</caption>
      <thead><tr><th scope="col">Parameter</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
      <tbody>${parameters.map(({ name, in: where, schema, description, required }) =>
        fieldRow(
          name,
          { ...schema, description: `${description ?? ''}${where === 'query' ? '' : ` (${where})`}` },
          !required,
        ),
      )}</tbody>
    </table>`

const bodyPart = (content: MediaTypes, required: boolean): Html => html`
      <h4>Body${required ? null : ', may be left out'}</h4>
      ${Object.entries(content).map(([type, { schema, example: body }]) => [
        html`<p><code>${type}</code>: ${schema.properties === undefined ? typeOf(schema) : 'object'}</p>`,
        schema.properties === undefined ? null : schemaTable(schema, 'Fields of the body'),
        body === undefined ? null : example('Body', JSON.stringify(body, null, 2)),
      ])}`

const responseRow = (status: string, { description, content = {} }: ResponseObject): Html => html`
        <tr>
          <th scope="row">${status === 'default' ? 'other' : status}</th>
          <td>${prose(description)}</td>
          <td>${Object.keys(content).map((type, place) => html`${place > 0 ? ', ' : null}<code>${type}</code>`)}</td>
        </tr>`

const responsePart = (status: string, { content = {} }: ResponseObject): Markup =>
  Object.values(content).map(({ schema, example: body }) => [
    schemaTable(schema, `Fields of the response ${status}`),
    body === undefined ? null : example(`Answer ${status}`, JSON.stringify(body, null, 2)),
  ])

const resolved = (response: ResponseObject | Reference, { components }: OpenApiDocument): ResponseObject =>
  '$ref' in response ? components.responses[response.$ref.split('/').at(-1)!]! : response

const example = (what: string, text: string): Html => html`
      <details><summary>${what}</summary><pre tabindex="0"><code>${text}</code></pre></details>`
