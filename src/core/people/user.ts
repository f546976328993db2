import type { Role } from '../reach/role.ts'

export interface User {
  id: number
  email: string
  /** As it is shown to others. */
  name: string
  /** The role everywhere; null for somebody who has a role only in some sites. */
  role: Role | null
}
