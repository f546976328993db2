import pino, { type DestinationStream, type Logger } from 'pino'

/** What carries a secret wherever it appears, at the top of an entry or one or two levels down. */
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
 * Where the lines go: as they are to standard output, or made up for people who read along. Unless somebody has chosen,
 * whoever reads in a terminal is one of these.
 */
export async function logDestination(chosen: LogFormat | null): Promise<DestinationStream | undefined> {
  const format = chosen ?? (process.stdout.isTTY ? 'pretty' : 'json')
  if (format === 'json') return undefined
  // Loaded by those alone who want it.
  const { default: pretty } = await import('pino-pretty')
  const colorize = process.stdout.isTTY ?? false
  // At once, so that nothing is missing of a process that ends.
  return pretty({ sync: true, colorize, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' })
}

/**
 * A log of JSON lines. Of an error it takes what explains it, never the objects that hang on it. Nothing of ours logs a
 * secret; should that ever happen by mistake, its value is left out.
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
