export interface Batch {
  url: string
  token: string
  /** Readings as JSON. */
  lines: readonly string[]
  timeoutMs: number
  signal: AbortSignal
}

export type Outcome =
  /** All are stored except the rejected ones, given by index, which must not be sent again. */
  | { kind: 'decided'; rejected: { index: number; message: string }[] }
  /** The batch as a whole was refused for its content. */
  | { kind: 'refused'; message: string }
  /** Unknown outcome: the readings may be stored, and can be sent again. */
  | { kind: 'failed'; message: string; retryAfterMs: number }

/** Never throws. */
export async function sendBatch({ url, token, lines, timeoutMs, signal }: Batch): Promise<Outcome> {
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/api/telemetry/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', 'x-device-token': token },
      body: lines.join('\n'),
      // A redirect would lose the body, and might send the token to another server.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const body = (await response.json()) as {
      status?: string
      message?: string
      rejected?: { index: number; message: string }[]
    }
    if (response.status === 200 && Array.isArray(body.rejected)) return { kind: 'decided', rejected: body.rejected }
    const message = `${body.message ?? 'The response is not that of the service'} (${response.status})`
    // Only a refusal by the service itself counts: a proxy in between may refuse what the service would accept.
    const isRefused = body.status === 'error' && (response.status === 400 || response.status === 413)
    if (isRefused) return { kind: 'refused', message }
    return { kind: 'failed', message, retryAfterMs: retryAfterMs(response.headers.get('retry-after')) }
  } catch (error) {
    return { kind: 'failed', message: messageOf(error), retryAfterMs: 0 }
  }
}

/** Parses a number of seconds or a date. */
function retryAfterMs(text: string | null): number {
  if (text === null) return 0
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}

/** fetch reports "fetch failed", with the reason only in the cause. */
function messageOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
}
