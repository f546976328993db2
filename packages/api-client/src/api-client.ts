import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './api-types.ts'

export type ApiClient = Client<paths, 'application/json'>

/**
 * Speaks to the service at an address, with a token of a person if there is one. Paths, parameters, bodies and answers
 * are checked by the compiler. A call resolves to `{ data, response }`, or to `{ error, response }` when it is refused;
 * it throws only when there is no answer.
 */
export function apiClient(url: string, token?: string): ApiClient {
  return createClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    querySerializer: { array: { style: 'form', explode: false } },
  })
}

export interface LoginCredentials {
  email: string
  password: string
  /** For people with a second factor: the code of an authenticator app, or a recovery code. */
  code?: string
}

/** The same for a person who logs in. Throws what the service says when it does not let them in. */
export async function logIn(url: string, credentials: LoginCredentials): Promise<ApiClient> {
  const { data, error } = await apiClient(url).POST('/api/mobile/login', { body: credentials })
  if (data === undefined) throw new Error(error.message)
  return apiClient(url, data.data.token)
}
