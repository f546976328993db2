/** Prints a result: text for people or, with --json, one JSON value for programs. */
export function print(value: unknown, words: string, options: { json?: boolean }): void {
  process.stdout.write(options.json ? `${JSON.stringify(value)}\n` : `${words}\n`)
}

export const JSON_FLAG = ['--json', 'print one JSON value'] as const
