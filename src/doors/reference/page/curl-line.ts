import type { Operation } from '../document-types.ts'
import { exampleOf } from '../example.ts'

/** A curl command for an operation. `$B` is the address of the service, `$TOKEN` the token. */
export function curlLine({ method, path, operation }: ListedOperation): string {
  const { parameters = [], requestBody, security } = operation
  const value = (name: string) => {
    const parameter = parameters.find((other) => other.name === name)
    return String(parameter === undefined ? name : exampleOf(parameter.schema, () => ({})))
  }
  const query = parameters.filter(({ in: where, required }) => where === 'query' && required)
  const search = query.map(({ name }) => `${name}=${value(name)}`).join('&')
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => value(name))
  const body = requestBody?.content['application/json']?.example
  const [scheme] = security
  const lines = [
    `curl "$B${address}${search === '' ? '' : `?${search}`}"`,
    ...(method === 'get' || (method === 'post' && body !== undefined) ? [] : [`-X ${method.toUpperCase()}`]),
    ...(scheme?.accessToken === undefined ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(scheme?.deviceToken === undefined ? [] : ['-H "X-Device-Token: $TOKEN"']),
    ...(scheme?.sourceToken === undefined ? [] : ['-H "X-Source-Token: $TOKEN"']),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ]
  return lines.join(' \\\n  ')
}

export interface ListedOperation {
  method: string
  path: string
  operation: Operation
}
