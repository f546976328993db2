import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '../../src/core/people/passwords/password-hashing.ts'
import { startApp } from '../harness/app.ts'
import { addUser, openBrowser } from '../harness/browser.ts'
import { PASSWORD } from '../harness/people.ts'

/** Enough of each kind that chance alone orders them like a leak less than once in a million runs. */
const TRIES = 14
const LEAK = 1e-5

test('the response time of a failed login does not reveal whether the account exists', async (t) => {
  const app = await startApp(t, { env: { TRUST_PROXY: '127.0.0.1' } })
  const { email: known } = await addUser(app, 'viewer')
  const { email: disabled } = await addUser(app, 'viewer')
  // People in tests have hashes that are faster to compare than the service's own.
  await app.rows('update users set password_hash = $1', [await hashPassword(PASSWORD)])
  await app.rows('update users set enabled = false where email = $1', [disabled])
  const times: Record<'known' | 'unknown' | 'disabled', number[]> = { known: [], unknown: [], disabled: [] }
  const emails = { known, unknown: 'nobody@example.org', disabled }
  for (let round = 0; round < TRIES; round += 1) {
    // Alternating, so that other load on the machine affects all kinds alike; each from an address that is not
    // throttled.
    for (const kind of ['known', 'unknown', 'disabled'] as const) {
      const began = performance.now()
      const answer = await fetch(`${app.url}/api/mobile/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${kind.length}.${round}` },
        body: JSON.stringify({ email: emails[kind], password: 'not the password' }),
      })
      assert.equal(await answer.text(), '{"status":"error","message":"Invalid email or password","code":401}')
      times[kind].push(performance.now() - began)
    }
  }
  assert.ok(chanceOf(times.known, times.unknown) > LEAK, JSON.stringify(times))
  assert.ok(chanceOf(times.known, times.disabled) > LEAK, JSON.stringify(times))
  const quick = times.unknown.map(() => 1)
  assert.ok(chanceOf(times.known, quick) < LEAK, 'the statistics would notice')
})

test('the page of a failed login does not reveal whether the account exists', async (t) => {
  const app = await startApp(t)
  const { email } = await addUser(app, 'viewer')
  const pages = []
  for (const typed of [email, 'nobody@example.org']) {
    const browser = openBrowser(app.url)
    await browser.go('/login')
    const { status, text } = await browser.send('/login', { email: typed, password: 'not the password' })
    const challenges = /(?<=challenge&quot;:&quot;)[\w-]+/g
    pages.push([
      status,
      text
        .replaceAll(typed, 'EMAIL')
        .replace(challenges, 'RANDOM')
        .replace(/[0-9a-f]{64}/g, 'TOKEN'),
    ])
  }
  assert.deepEqual(pages[0], pages[1])
  assert.equal(pages[0]![0], 401)
})

/** Mann–Whitney U test: probability that two samples of the same source differ this much. Two-sided. */
function chanceOf(one: number[], other: number[]): number {
  const [n, m] = [one.length, other.length]
  const wins = one.flatMap((a) => other.map((b) => (a > b ? 1 : a === b ? 0.5 : 0))).reduce<number>((a, b) => a + b, 0)
  const z = (Math.abs(wins - (n * m) / 2) - 0.5) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return 2 * upperTail(z)
}

/** Upper tail of the normal distribution, by Abramowitz and Stegun 26.2.17. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = series.reduce((total, factor, place) => total + factor * t ** (place + 1), 0)
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
