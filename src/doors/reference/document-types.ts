/** The part of OpenAPI 3.1 that the document uses. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string; license: object }
  servers: object[]
  tags: Tag[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, object>
    responses: Record<string, ResponseObject>
    schemas: Record<string, Schema>
  }
}

export interface Tag {
  name: string
  description: string
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: MediaTypes }
  responses: Record<string, ResponseObject | Reference>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  style?: 'form'
  explode?: boolean
  schema: Schema
}

export interface ResponseObject {
  description: string
  headers?: Record<string, object>
  content?: MediaTypes
}

export type MediaTypes = Record<string, { schema: Schema; example?: unknown }>

export interface Reference {
  $ref: string
}

/** A JSON Schema of a route or of the document. */
export interface Schema {
  $ref?: string
  title?: string
  description?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  examples?: readonly unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: boolean | Schema
  documentedAs?: Schema
  ignoredKeys?: readonly string[]
  [keyword: string]: unknown
}
