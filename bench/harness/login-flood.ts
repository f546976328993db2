// Sends logins at a fixed rate, whether answers come or not, in a process of its own. Each is for another account and
// from another address, so that the throttle refuses none: the worst case.
import { Agent, request } from 'undici'

export interface LoginFlood {
  /** Origin of the service. */
  origin: string
  rate: number
  seconds: number
}

/** Number of answers by status. */
export type FloodResult = Record<string, number>

const TICK_MS = 20
const CONNECTIONS = 256

process.once('message', (flood: LoginFlood) => void run(flood))

async function run({ origin, rate, seconds }: LoginFlood): Promise<void> {
  const agent = new Agent({ connections: CONNECTIONS })
  const answers: FloodResult = {}
  const logins: Promise<void>[] = []
  async function logIn(n: number): Promise<void> {
    const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const body = JSON.stringify({ email: `guess${n}@example.org`, password: 'not the password' })
    const outcome = await request(`${origin}/api/mobile/login`, {
      method: 'POST',
      headers,
      body,
      dispatcher: agent,
    }).then(
      async (answer) => {
        await answer.body.dump()
        return String(answer.statusCode)
      },
      () => 'failed',
    )
    answers[outcome] = (answers[outcome] ?? 0) + 1
  }
  const began = performance.now()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = (performance.now() - began) / 1_000
      while (logins.length < elapsed * rate) logins.push(logIn(logins.length))
      if (elapsed < seconds) return
      clearInterval(timer)
      resolve()
    }, TICK_MS)
  })
  await Promise.all(logins)
  process.send?.(answers)
  process.disconnect?.()
}
