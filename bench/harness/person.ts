import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { createUser } from '../../src/core/people/create-user.ts'
import type { Role } from '../../src/core/reach/role.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import type { Site } from './site.ts'

const PASSWORD = 'a quiet harbour at dawn'

/**
 * Creates a person and returns functions that call the APIs as that person. They return the `data` of answers, or
 * the text of files, and throw on refusals.
 */
export async function newPerson({ connection, tocsin }: Site, role: Role) {
  const email = `${role}@example.org`
  const db = openDatabase(connection, { connections: 1, applicationName: 'tocsin bench', onError: () => undefined })
  await createUser(db, { email, password: PASSWORD, role }, BY_COMMAND, new Date())
  await db.close()
  const call = async <Data>(method: string, path: string, body?: object, token?: string): Promise<Data> => {
    const response = await fetch(`${tocsin.origin}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return isJson ? (JSON.parse(text) as { data: Data }).data : (text as Data)
  }
  const { token } = await call<{ token: string }>('POST', '/api/mobile/login', { email, password: PASSWORD })
  return <Data>(method: string, path: string, body?: object) => call<Data>(method, path, body, token)
}
