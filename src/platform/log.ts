import pino, { type Logger } from 'pino'

/** A log of JSON lines. Of an error it takes what explains it, never the objects that hang on it. */
export function openLog(level: string): Logger {
  return pino({ level, serializers: { err: explained } })
}

function explained(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  return { name, message, code, stack, ...(cause === undefined ? {} : { cause: explained(cause) }) }
}
