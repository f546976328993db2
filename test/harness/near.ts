import assert from 'node:assert/strict'

/** Asserts that a record has these values, numbers within a thousandth of their size. It may have others as well. */
export function near(record: object, values: object, path = ''): void {
  for (const [name, value] of Object.entries(values)) {
    const found = (record as Record<string, unknown>)[name]
    if (typeof value === 'object' && value !== null) near(found as object, value, `${path}${name}.`)
    else if (typeof value !== 'number') assert.equal(found, value, path + name)
    else {
      const allowed = Math.max(Math.abs(value) / 1_000, 1e-6)
      assert.ok(
        typeof found === 'number' && Math.abs(found - value) <= allowed,
        `${path}${name}: ${found}, not ${value}`,
      )
    }
  }
}
