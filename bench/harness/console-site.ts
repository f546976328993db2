import { type BrowserContext, chromium } from 'playwright-core'
import { createSession } from '../../src/core/people/credentials/sessions.ts'
import { insertUser } from '../../src/core/people/user-store.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { chromiumPath } from '../../test/harness/chromium-binary.ts'
import type { Site } from './site.ts'

/** Sends a reading that moves its device and breaches no rule. */
export async function sendReading({ tocsin }: Site, token: string, place: number): Promise<void> {
  const position = { lat: 46 + (place % 100) / 100, lng: 14 + Math.floor((place / 100) % 100) / 100 }
  const metrics = {
    systolic: 110 + Math.round(Math.random() * 15),
    diastolic: 75,
    heart_rate: 60 + (place % 20),
    spo2: 98,
  }
  const answer = await fetch(tocsin.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: JSON.stringify({ module: 'health', battery: 80, signal: -70, ...position, metrics }),
  })
  if (answer.status !== 200) throw new Error(`A reading was answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Creates an administrator and returns a session id. */
export async function newSession({ connection }: Site): Promise<string> {
  const db = openDatabase(connection, { connections: 1, applicationName: 'tocsin bench', onError: () => undefined })
  try {
    const { id } = await insertUser(db, { email: 'bench@example.org', password_hash: null, role: 'admin' }, new Date())
    return await createSession(db, id, { address: '127.0.0.1', user_agent: 'bench' }, new Date())
  } finally {
    await db.close()
  }
}

/** Runs `work` with a browser logged in to this session. */
export async function inBrowser<Result>(
  { tocsin }: Site,
  session: string,
  work: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  try {
    const context = await browser.newContext({ baseURL: tocsin.origin, viewport: { width: 1_280, height: 900 } })
    await context.addCookies([{ name: 'sid', value: session, url: tocsin.origin }])
    return await work(context)
  } finally {
    await browser.close()
  }
}
