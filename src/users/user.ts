/** From most to least able; each may do all that the later ones may. */
export const ROLES = ['admin', 'operator', 'viewer'] as const

export type Role = (typeof ROLES)[number]

export interface User {
  id: number
  email: string
  role: Role
}

export const mayActAs = (role: Role, needed: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(needed)
