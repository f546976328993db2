/** From most to least able; each role includes the rights of the later ones. */
export const ROLES = ['admin', 'operator', 'viewer'] as const

export type Role = (typeof ROLES)[number]

/**
 * Roles of people in a site. `family` is no `Role`: relatives see pages of chosen devices (`family_devices`) and reach nothing, so
 * that no `Reach` has it.
 */
export const MEMBER_ROLES = [...ROLES, 'family'] as const

export type MemberRole = (typeof MEMBER_ROLES)[number]

export const mayActAs = (role: Role, needed: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(needed)

/** The roles that a person with this role may give to others. */
export const rolesUpTo = (role: Role): Role[] => ROLES.filter((other) => mayActAs(role, other))

/** The role of a request with a token limited to `most`. */
export const lesserRole = (role: Role, most: Role | null): Role => (most !== null && mayActAs(role, most) ? most : role)

/** The higher of two roles; null is none. */
export const higherRole = (one: Role | null, other: Role | null): Role | null => {
  if (one === null || other === null) return one ?? other
  return mayActAs(one, other) ? one : other
}
