import { nearest } from '../../platform/http/schemas/unknown-keys.ts'
import { MEASURES } from './measures.ts'
import { DEVICE_MODULES, KNOWN_FLAGS, type Module } from './modules.ts'

/** A flag that is not known, and the known one that was probably meant. */
interface UnknownFlag {
  name: string
  meant: string | null
}

/** Those of the flags that none of these modules knows. They may be sent all the same. Pure. */
export function unknownFlags(modules: readonly Module[], names: readonly string[]): UnknownFlag[] {
  const known = [...new Set(modules.flatMap((module) => Object.keys(DEVICE_MODULES[module].flags)))]
  return names
    .filter((name) => !known.includes(name) && !Object.hasOwn(MEASURES, name))
    .map((name) => ({ name, meant: meantBy(name, known) }))
}

/** One that another module knows is meant as it is. */
const meantBy = (name: string, known: readonly string[]): string | null =>
  KNOWN_FLAGS.includes(name) ? null : (known.find((flag) => isPartOf(name, flag)) ?? nearest(name, known))

/** Whether it is some of the words of a flag: `panic` of `panic_pressed`. */
const isPartOf = (name: string, flag: string): boolean => `_${flag}_`.includes(`_${name}_`)
