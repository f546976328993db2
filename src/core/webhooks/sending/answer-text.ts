const KEPT_BYTES = 4 * 1024

/**
 * The beginning of an answer as text for the log: what is not text is replaced, and control characters go, but for line
 * breaks and tabs. It came from a stranger: show it as text, never as HTML. Pure.
 */
export function answerText(beginning: Buffer, encoding: string | undefined): string | null {
  if (beginning.length === 0) return null
  if (encoding !== undefined && encoding !== 'identity') return `(${beginning.length} bytes, compressed, not shown)`
  const text = beginning.subarray(0, KEPT_BYTES).toString('utf8')
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
}
