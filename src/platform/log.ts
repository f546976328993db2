import pino, { type DestinationStream, type Logger } from 'pino'

/** Keys and headers with secrets, at the top of an entry or one or two levels down. */
const SECRET_KEYS = ['password', 'current_password', 'password_hash', 'token', 'secret', 'code_hash', 'encryptionKey']
const SECRET_HEADERS = ['authorization', 'cookie', '["set-cookie"]', '["x-device-token"]', '["x-csrf-token"]']

const redact = {
  paths: [...SECRET_KEYS, ...SECRET_HEADERS].flatMap((key) => {
    const dotted = key.startsWith('[') ? key : `.${key}`
    return [key, `*${dotted}`, `*.*${dotted}`]
  }),
  censor: '[secret]',
}

export type LogFormat = 'json' | 'pretty'

/**
 * Where log lines go: JSON to standard output, or formatted for people. A terminal gets the formatted one unless a
 * format was chosen.
 */
export async function logDestination(chosen: LogFormat | null): Promise<DestinationStream | undefined> {
  const format = chosen ?? (process.stdout.isTTY ? 'pretty' : 'json')
  if (format === 'json') return undefined
  // Loaded only when needed.
  const { default: pretty } = await import('pino-pretty')
  const colorize = process.stdout.isTTY ?? false
  // Synchronous, so that no line is lost when the process ends.
  return pretty({ sync: true, colorize, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' })
}

/**
 * Opens a log of JSON lines. An error is logged with its explanation, never with the objects attached to it. No code
 * logs a secret; the redaction is for mistakes.
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  return pino({ level, serializers: { err: explained }, redact }, destination)
}

function explained(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  return { name, message, code, stack, ...(cause === undefined ? {} : { cause: explained(cause) }) }
}
