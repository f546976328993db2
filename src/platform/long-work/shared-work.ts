/**
 * One piece of work for all who ask at the same time, one after the other. Who asks while one is under way shares the next
 * one, so that no result is older than the question.
 */
export function sharedWork<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | null = null
  const begin = (): Promise<Result> => {
    next = null
    const begun = work()
    current = begun
    return begun
  }
  return () => {
    next ??= current.then(begin, begin)
    return next
  }
}
