interface LaterWrite {
  /** Something has gathered: it is written a little later, with what gathers until then. */
  soon(): void
  /** Writes now. Resolves when everything that has gathered is written, or has failed. */
  now(): Promise<void>
}

/**
 * Writes what gathers in memory `afterMs` after the first of it, and one write at a time. `write` takes what has gathered
 * before it awaits anything, and has nothing to do if that is nothing.
 */
export function writeLater(afterMs: number, write: () => Promise<void>, onError: (error: unknown) => void): LaterWrite {
  let timer: NodeJS.Timeout | null = null
  let writing = Promise.resolve()

  function now(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writing = writing.then(write).catch(onError)
    return writing
  }

  return {
    soon() {
      timer ??= setTimeout(() => void now(), afterMs).unref()
    },
    now,
  }
}
