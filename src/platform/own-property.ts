/**
 * Looks up a name from outside in a table. `table[name]` would also find inherited properties, such as `constructor`
 * and `toString`.
 */
export const ownProperty = <Value>(
  table: Readonly<Record<string, Value>>,
  name: string | null | undefined,
): Value | undefined => (name != null && Object.hasOwn(table, name) ? table[name] : undefined)
