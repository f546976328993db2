const KEPT_BYTES = 4 * 1024

/**
 * The beginning of a response body as text for the log: invalid bytes are replaced, and control characters except line
 * breaks and tabs removed. Untrusted: show it as text, never as HTML. Pure.
 */
export function answerText(beginning: Buffer, encoding: string | undefined): string | null {
  if (beginning.length === 0) return null
  if (encoding !== undefined && encoding !== 'identity') return `(${beginning.length} bytes, compressed, not shown)`
  const text = beginning.subarray(0, KEPT_BYTES).toString('utf8')
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
}
