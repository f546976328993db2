import { recordLoginFailure } from '../../src/core/people/login/login-failures.ts'
import type { TestApp } from './app.ts'
import { PASSWORD } from './people.ts'

/** All of a hospital have this address, which its proxy says. */
const SHARED = '192.0.2.1'
export const BEHIND_PROXY = { env: { TRUST_PROXY: '127.0.0.1' } }

/** Logs in from there. `waitS` is how long the answer says to wait, in seconds, or 0. */
export async function logInThere(app: Pick<TestApp, 'url'>, email: string, password = PASSWORD) {
  const answer = await fetch(`${app.url}/api/mobile/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': SHARED },
    body: JSON.stringify({ email, password }),
  })
  await answer.body?.cancel()
  return { status: answer.status, waitS: Number(answer.headers.get('retry-after')) }
}

/** Records wrong logins from there. */
export async function failThere(app: TestApp, user: { id: number | null; email: string }, times = 1): Promise<void> {
  const failed = { email: user.email, userId: user.id, address: SHARED, via: 'token' } as const
  for (let guess = 0; guess < times; guess += 1) await recordLoginFailure(app.service.db, failed, app.now())
}
