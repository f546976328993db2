/** Reasons why there was no response. */
const FAILURES = ['timeout', 'connect', 'dns', 'tls', 'blocked_address', 'bad_response'] as const
export const OUTCOMES = ['delivered', 'http_status', 'redirect', ...FAILURES] as const
export type Failure = (typeof FAILURES)[number]
export type AttemptOutcome = (typeof OUTCOMES)[number]

const DNS_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA', 'ENONAME'])

export function failureOf(error: unknown): Failure {
  const code = codeOf(error)
  if (code === 'BLOCKED_ADDRESS') return 'blocked_address'
  if (code === 'TIMED_OUT' || code === 'ETIMEDOUT') return 'timeout'
  if (DNS_CODES.has(code)) return 'dns'
  if (code.startsWith('HPE_')) return 'bad_response'
  if (/CERT|^(ERR_TLS|ERR_SSL|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/.test(code)) return 'tls'
  return 'connect'
}

/** A kept-alive connection that the other side has closed meanwhile. */
export const isStaleConnection = (error: unknown): boolean => ['ECONNRESET', 'EPIPE'].includes(codeOf(error))

/** Message about an outcome, for the delivery log. */
export function detailOf(outcome: AttemptOutcome, cause: unknown): string {
  const code = codeOf(cause)
  const behind = code === '' ? '' : ` (${code})`
  switch (outcome) {
    case 'delivered':
    case 'http_status':
      return `answered ${cause}`
    case 'redirect':
      return `answered ${cause}, a redirect, which is not followed`
    case 'timeout':
      return code === 'TIMED_OUT' ? (cause as Error).message : 'no connection in time'
    case 'dns':
      return `the host name does not resolve${behind}`
    case 'tls':
      return `no trusted connection${behind}`
    case 'blocked_address':
      return 'the host has an IP address that is not allowed'
    case 'bad_response':
      return `invalid HTTP response${behind}`
    case 'connect':
      return `no connection, or it was interrupted${behind}`
  }
}

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
