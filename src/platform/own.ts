/**
 * What stands in a table under a name from outside. `table[name]` also finds what every object inherits: a value that is
 * called `constructor`, a word of a query that is `toString`.
 */
export const own = <Value>(
  table: Readonly<Record<string, Value>>,
  name: string | null | undefined,
): Value | undefined => (name != null && Object.hasOwn(table, name) ? table[name] : undefined)
