import { MODULES } from '../../../core/vocabulary/modules.ts'
import type { Html } from '../../../platform/html.ts'
import type { Reader } from '../page/reader.ts'
import { choice, type FormState } from './forms.ts'

/** Asks for the module of devices, and says of each what it is for. */
export function moduleField(
  { t }: Reader,
  { name = 'module', ...about }: { name?: string; hint?: string; chosen?: string },
  state: FormState,
): Html {
  const { modules, moduleHints } = t.shared
  const options = MODULES.map((value) => ({ value, text: `${modules[value]} (${moduleHints[value]})` }))
  return choice({ name, label: t.terms.module, options, ...about }, state)
}
