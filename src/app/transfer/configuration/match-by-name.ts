import { OperatorError } from '../../../platform/errors.ts'

/**
 * Matches the names in a file with stored records, both in their order. Where several records share a name, the second in
 * the file is the second of the service. Throws 400 when the file names fewer of them, since it is unclear which ones are
 * meant.
 */
export function byName<Stored extends { name: string }>(
  what: string,
  stored: readonly Stored[],
  names: readonly string[],
): (name: string) => Stored | null {
  const namesakes = Map.groupBy(stored, ({ name }) => name)
  const wanted = Map.groupBy(names, (name) => name)
  return (name) => {
    const left = namesakes.get(name) ?? []
    const expected = wanted.get(name)!.length
    if (left.length > expected) {
      throw new OperatorError(
        `The service has ${left.length} ${what} called "${name}", the file ${expected}; rename them first`,
      )
    }
    wanted.get(name)!.pop()
    return left.shift() ?? null
  }
}
