interface LogLine {
  level: number
  msg: string
  err?: { name?: string; message?: string; code?: string }
}

const ERROR = 50
/** Errors that mean bugs in the program. */
const OURS = ['TypeError', 'ReferenceError', 'RangeError', 'AssertionError']
/** A comparison that failed before anything was deleted. */
const UNEQUAL = /^A chunk of device .* differs from its readings$/
/** Values, constraints and statements that PostgreSQL refuses: no crash, cut or full disk causes these. */
const REFUSED_BY_POSTGRES = /^(22|23|42)/

/** Log lines of a service that the injected faults do not explain, by message. */
export function bugsIn(output: string): Record<string, number> {
  const bugs: Record<string, number> = {}
  for (const text of output.split('\n')) {
    const line = parsed(text)
    if (line?.err === undefined || line.level < ERROR) continue
    const { name = '', message = '', code = '' } = line.err
    // F7 makes PostgreSQL refuse it.
    if (message === 'poison') continue
    if (!(OURS.includes(name) || REFUSED_BY_POSTGRES.test(code) || UNEQUAL.test(message))) continue
    const what = `the log says: ${line.msg}: ${message}`
    bugs[what] = (bugs[what] ?? 0) + 1
  }
  return bugs
}

/** Null for a line that is not JSON or was cut off by a kill. */
function parsed(text: string): LogLine | null {
  if (!text.startsWith('{')) return null
  try {
    return JSON.parse(text) as LogLine
  } catch {
    return null
  }
}
