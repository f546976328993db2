import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { highestRole, inReach, limitedReach, mayActIn, type Reach, reachWith, roleIn, sitesWith } from './reach.ts'
import { mayActAs, ROLES, type Role } from './role.ts'

const role = fc.constantFrom(...ROLES)
const site = fc.integer({ min: 1, max: 6 })
const grants = fc.array(fc.tuple(site, role), { maxLength: 5 })
const reach = fc.tuple(fc.option(role), grants).map(([everywhere, sites]) => reachWith(everywhere, sites))
const place = fc.option(site)

const isAtLeast = (one: Role | null, other: Role | null): boolean =>
  other === null || (one !== null && mayActAs(one, other))

test('a further grant never takes anything away', () => {
  fc.assert(
    fc.property(reach, site, role, place, (before, added, given, where) => {
      const higher = isAtLeast(before.sites.get(added) ?? null, given) ? before.sites.get(added)! : given
      const after = reachWith(before.everywhere, [...before.sites, [added, higher]])
      return isAtLeast(roleIn(after, where), roleIn(before, where))
    }),
  )
})

test('a token never reaches further than its owner', () => {
  fc.assert(
    fc.property(reach, fc.option(role), fc.option(fc.uniqueArray(site)), place, (owner, most, only, where) => {
      const token = limitedReach(owner, most, only)
      assert.ok(isAtLeast(roleIn(owner, where), roleIn(token, where)))
      assert.ok(most === null || isAtLeast(most, roleIn(token, where)))
      if (only !== null && (where === null || !only.includes(where))) assert.equal(roleIn(token, where), null)
    }),
  )
})

test('a condition of a statement lets through exactly the sites in which the role is high enough', () => {
  const letsThrough = (one: Reach, needed: Role, where: number | null): boolean => {
    const condition = inReach(one, needed, sql`site_id`)
    if (condition.sql === 'true') return true
    return where !== null && [condition.values[0] as number | number[]].flat().includes(where)
  }
  fc.assert(
    fc.property(reach, role, place, (one, needed, where) =>
      assert.equal(letsThrough(one, needed, where), mayActIn(one, where, needed)),
    ),
  )
})

test('the highest role anywhere is one of those held, and none is higher', () => {
  fc.assert(
    fc.property(reach, (one) => {
      const held = [one.everywhere, ...one.sites.values()]
      assert.ok(held.includes(highestRole(one)))
      assert.ok(held.every((other) => isAtLeast(highestRole(one), other)))
    }),
  )
})

test('a role everywhere reaches all sites, whatever the memberships', () => {
  fc.assert(
    fc.property(grants, role, (sites, everywhere) => sitesWith(reachWith(everywhere, sites), everywhere) === 'all'),
  )
})
