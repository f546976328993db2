import Type from 'typebox'
import { ROLES, type Role } from './role.ts'

/** The role of a person everywhere. */
export const RoleShape = Type.Unsafe<Role | null>({
  enum: [...ROLES, null],
  description: 'The role everywhere; null: only in the sites of which the person is a member',
  examples: ['operator'],
})
