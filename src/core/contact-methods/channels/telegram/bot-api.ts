/** Methods of a bot. Failures of the network or of Telegram do not throw. */
export interface BotApi {
  call<Result>(method: string, parameters: object, options?: CallOptions): Promise<BotResponse<Result>>
}

interface CallOptions {
  signal?: AbortSignal
  timeoutMs?: number
}

export type BotResponse<Result> =
  | { ok: true; result: Result }
  | {
      ok: false
      /** Null: no response. */
      status: number | null
      /** As Telegram says it, or the kind of failure. */
      description: string
      /** Seconds for which Telegram does not want to be asked again. */
      retryAfterS: number | null
    }

const TELEGRAM_URL = 'https://api.telegram.org'
const TIMEOUT_MS = 10_000

/** `baseUrl` is without a slash at the end. */
export function botApi(token: string, baseUrl = TELEGRAM_URL): BotApi {
  return {
    async call<Result>(method: string, parameters: object, { signal, timeoutMs = TIMEOUT_MS }: CallOptions = {}) {
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        const response = await fetch(`${baseUrl}/bot${token}/${method}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(parameters),
          redirect: 'error',
          signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        })
        return responseOf<Result>(response.status, await response.text())
      } catch (error) {
        return { ok: false, status: null, description: failureOf(error), retryAfterS: null }
      }
    },
  }
}

function responseOf<Result>(status: number, body: string): BotResponse<Result> {
  const { ok, result, description, parameters } = parsed(body)
  if (ok === true) return { ok: true, result: result as Result }
  const retryAfterS = (parameters as { retry_after?: unknown } | undefined)?.retry_after
  return {
    ok: false,
    status,
    description: typeof description === 'string' ? description : '',
    retryAfterS: typeof retryAfterS === 'number' ? retryAfterS : null,
  }
}

function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // A proxy or an outage; the status says what matters.
    return {}
  }
}

/** The message of the error is left out: it may contain the address, and with it the token. */
function failureOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError') return 'no response in time'
  if ((error as Error).name === 'AbortError') return 'ended'
  const code = ((error as Error).cause as { code?: unknown } | undefined)?.code
  return `no connection${typeof code === 'string' ? ` (${code})` : ''}`
}
