import type { ListedRoute } from '../../platform/http/route-list.ts'
import { componentSchemas } from './component-schemas.ts'
import type { MediaTypes, OpenApiDocument, Operation, Schema, Tag } from './document-types.ts'
import { exampleOf } from './example.ts'
import { operationOf } from './operation.ts'
import { sharedRefusals } from './refusals.ts'
import { webhookOperations } from './webhook-operations.ts'

const INTRODUCTION = `Readings in; alerts, incidents and signed webhooks out.

Success is \`{"status":"ok","data":…}\`, and a list adds \`next_cursor\`. An error is \`{"status":"error","message":…,
"code":…}\`, with \`errors\` if fields are invalid. Times are ISO 8601 in UTC with milliseconds. Every response has an
\`x-request-id\`.`

const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of a login or a program. Each operation names the required role: viewer, operator or admin.',
  },
  deviceToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Device-Token',
    description: 'The token of a device: 64 lower-case hexadecimal digits.',
  },
  sourceToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Source-Token',
    description: 'The token of a source, which senders may also show in other ways (docs/sources.md).',
  },
}

/** The routes and webhooks as an OpenAPI 3.1 document. It does not depend on the order of registration. */
export function openApiDocument(routes: readonly ListedRoute[], version: string): OpenApiDocument {
  const components = componentSchemas()
  const described = routes.filter(({ schema, method }) => schema.operationId !== undefined && method !== 'HEAD')
  const paths: OpenApiDocument['paths'] = {}
  for (const route of described.toSorted(byPath)) {
    const path = route.url.replace(/:([a-z_]+)/gi, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, components) }
  }
  const webhooks = webhookOperations(components)
  const responses = sharedRefusals(described, components)
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info: {
      title: 'Tocsin',
      version,
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: TAGS.filter(({ name }) => described.some(({ schema }) => schema.tags!.includes(name))),
    paths,
    webhooks,
    components: { securitySchemes: SECURITY_SCHEMES, responses, schemas: components.schemas() },
  }
  for (const operation of operationsOf(document)) addExamples(operation, document)
  return document
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function byPath(one: ListedRoute, other: ListedRoute): number {
  if (one.url !== other.url) return one.url < other.url ? -1 : 1
  return METHODS.indexOf(one.method) - METHODS.indexOf(other.method)
}

const operationsOf = ({ paths, webhooks }: OpenApiDocument): Operation[] =>
  [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) => Object.values(methods))

function addExamples({ requestBody, responses }: Operation, document: OpenApiDocument): void {
  const resolve = (reference: string): Schema => document.components.schemas[reference.split('/').at(-1)!]!
  const contents: (MediaTypes | undefined)[] = [
    requestBody?.content,
    ...Object.values(responses).map((response) => ('content' in response ? response.content : undefined)),
  ]
  for (const content of contents) {
    for (const [type, media] of Object.entries(content ?? {})) {
      if (type === 'application/json') media.example = exampleOf(media.schema, resolve)
    }
  }
}

/** Chapters of the reference in order. */
const TAGS: readonly Tag[] = [
  { name: 'Readings', description: 'Readings sent by devices.' },
  { name: 'Sessions', description: 'Logging in and out.' },
  { name: 'Devices', description: 'Devices and their current state.' },
  { name: 'History', description: 'Stored readings, tracks and events.' },
  { name: 'Alerts', description: 'Records that a device breaks, or broke, a rule.' },
  { name: 'Incidents', description: 'One or more related alerts that people work on.' },
  { name: 'Rules', description: 'Conditions that raise alerts.' },
  { name: 'Silences', description: 'Planned times without notifications.' },
  {
    name: 'Notifications',
    description: 'How you are reached: contact methods, and what you want to be notified of, when.',
  },
  {
    name: 'Escalation',
    description: 'Who is notified of incidents, step by step, until somebody acknowledges them.',
  },
  { name: 'On call', description: 'Schedules of who is on call, and calendars of them.' },
  { name: 'Sources', description: 'Senders that speak for many devices, in formats of their own.' },
  { name: 'Webhooks', description: 'URLs that receive events, and their deliveries.' },
  { name: 'Users', description: 'People and their roles.' },
  { name: 'Tokens', description: 'Bearer tokens for programs.' },
  { name: 'Sites', description: 'Where devices belong, and who has a role there.' },
  { name: 'Audit log', description: 'Who changed what, and when.' },
  { name: 'Events', description: 'Live events.' },
  { name: 'Settings', description: 'Settings of the whole installation: addresses, mail server, map, retention.' },
  { name: 'Configuration', description: 'The whole configuration of the service.' },
  { name: 'Operations', description: 'Health checks, metrics and this reference.' },
]
