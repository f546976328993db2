declare const reached: unique symbol

/**
 * The id of a record that somebody reaches, at least as a viewer: rows that were looked up with a `Reach` have it, and nothing
 * makes one of a number. What people read or change by an id alone takes this one, so that forgetting the look-up does not
 * compile. Functions that take any number are for the service itself, or take a reach too; `test/access/reach-in-code.test.ts`
 * holds that pages and APIs use no others.
 */
export type ReachedId<Kind extends 'device' | 'incident' | 'webhook' | 'site' | 'source'> = number & {
  readonly [reached]: Kind
}
