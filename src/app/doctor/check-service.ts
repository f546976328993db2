import http from 'node:http'
import https from 'node:https'
import { clockFinding } from './check-database.ts'
import { type CheckResult, fail, okResult, warn } from './finding.ts'

const ANSWER_WITHIN_MS = 10_000

/** Checks a running service at an address, as people and proxies reach it. */
export async function checkService(address: string, publicUrl: string): Promise<CheckResult[]> {
  const before = Date.now()
  const alive = await ask(address, '/healthz')
  if (alive instanceof Error) {
    const advice = 'Check that the service is running, and check proxy, firewall and certificate'
    return [fail('service', `${address} does not answer: ${causeOf(alive)}`, advice)]
  }
  const tookMs = Date.now() - before
  if (alive.status !== 200 || !(await alive.text()).includes('"ok"')) {
    return [fail('service', `another program than Tocsin answers at ${address}: ${alive.status}`, 'Check the proxy')]
  }
  const date = Date.parse(alive.headers.get('date') ?? '')
  const clock = Number.isNaN(date) ? [] : [renamed(clockFinding(date + 500 - before - tookMs / 2, tookMs + 1_000))]
  const [ready, login, ...metrics] = await Promise.all([
    ask(address, '/readyz'),
    ask(address, '/login'),
    ask(address, '/metrics').then((response) => (response instanceof Error ? null : response.status)),
    askAsLocal(address, '/metrics'),
  ])
  return [
    okResult('service', `${address} answers in ${tookMs} ms`),
    ...clock,
    await readyFinding(ready),
    nameFinding(login, address, publicUrl),
    metricsFinding(metrics, address),
  ]
}

const ask = (address: string, path: string): Promise<Response | Error> =>
  fetch(new URL(path, address), { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(
    (error: Error) => error,
  )

/**
 * The status of a request under a host name of the service's own machine, which a careless proxy forwards; null without
 * a response.
 */
function askAsLocal(address: string, path: string): Promise<number | null> {
  const url = new URL(path, address)
  const request = url.protocol === 'https:' ? https.request : http.request
  const options = { headers: { host: 'localhost' }, servername: url.hostname, timeout: ANSWER_WITHIN_MS }
  return new Promise((resolve) => {
    const asked = request(url, options, (response) => resolve(response.resume().statusCode ?? null))
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(null))
    asked.end()
  })
}

const causeOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message)

const renamed = (finding: CheckResult): CheckResult => ({
  ...finding,
  about: 'service clock',
  says: finding.says.replace('the database', 'the service'),
})

async function readyFinding(response: Response | Error): Promise<CheckResult> {
  if (!(response instanceof Error) && response.status === 200) return okResult('ready', 'yes')
  const why = response instanceof Error ? causeOf(response) : await response.text()
  return fail('ready', why, 'See the log, and docs/monitoring.md for the reasons')
}

/**
 * Pages are served under known host names only, so a 421 means that a proxy loses the name or that it was never
 * configured.
 */
function nameFinding(response: Response | Error, address: string, publicUrl: string): CheckResult {
  if (response instanceof Error) return fail('name', causeOf(response), 'Try again')
  const [asked, known] = [new URL(address).origin, new URL(publicUrl).origin]
  if (response.status === 421) {
    return fail(
      'name',
      `the service does not accept the host name ${asked}`,
      `PUBLIC_URL is ${known}: correct it, or make the proxy forward the Host header`,
    )
  }
  if (asked === known) return okResult('name', asked)
  return warn(
    'name',
    `this address uses ${asked}, but links use ${known}`,
    'Use the address that people use for --url, or correct PUBLIC_URL',
  )
}

function metricsFinding(statuses: readonly (number | null)[], address: string): CheckResult {
  const isHere = /^(localhost|127\.|\[::1\])/.test(new URL(address).hostname)
  if (statuses.includes(200) && !isHere) {
    return warn(
      'metrics',
      '/metrics can be read there without a token',
      'Set METRICS_TOKEN, or make the proxy refuse /metrics',
    )
  }
  return okResult('metrics', 'cannot be read without a token')
}
