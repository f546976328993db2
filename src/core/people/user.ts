/** From most to least able; each may do all that the later ones may. */
export const ROLES = ['admin', 'operator', 'viewer'] as const

export type Role = (typeof ROLES)[number]

export interface User {
  id: number
  email: string
  role: Role
}

export const mayActAs = (role: Role, needed: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(needed)

/** The roles that somebody with this one may hand out. */
export const rolesUpTo = (role: Role): Role[] => ROLES.filter((other) => mayActAs(role, other))

/** What a token of at most `most` lets its owner do. */
export const lesserRole = (role: Role, most: Role | null): Role => (most !== null && mayActAs(role, most) ? most : role)
