import Type from 'typebox'
import type { LeafKind } from './kind.ts'
import { fieldReader } from './read-field.ts'
import { closed, Field } from './shapes.ts'

const Flag = Type.Object({ type: Type.Literal('flag'), field: Field, equals: Type.Optional(Type.Boolean()) }, closed)

/** Whether a flag is raised, or is not. */
export const flag = {
  shape: Flag,
  compares: 'truth',
  notation: ['field'],
  uses: ({ field }) => [{ at: '/field', field, kind: 'boolean' }],
  read({ field }) {
    const read = fieldReader(field)
    return (reading) => {
      const value = read(reading)
      return typeof value === 'boolean' ? Number(value) : null
    }
  },
  isBroken: ({ equals = true }, value) => value === Number(equals),
  isClear: ({ equals = true }, value) => value !== Number(equals),
  sentence: ({ field, equals = true }) => ({ of: equals ? 'raised' : 'notRaised', with: [{ field }] }),
  form: [
    { as: 'field', of: 'flag' },
    { as: 'raised', name: 'equals' },
  ],
} as const satisfies LeafKind<typeof Flag>
