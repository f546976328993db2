import Type from 'typebox'
import { OneOf } from '../../platform/http/schemas/shapes.ts'
import { MODULES } from './modules.ts'
import { SEVERITIES, type Severity } from './severities.ts'

export const ModuleShape = OneOf(MODULES, { title: 'Module', description: 'Module of the device or reading' })
export const SeverityShape = OneOf(SEVERITIES, { title: 'Severity' })
/** The present severity, beside the worst one. */
export const CurrentSeverityShape = Type.Unsafe<Severity | null>({
  type: ['string', 'null'],
  enum: [...SEVERITIES, null],
  description: 'The present severity, where `severity` is the worst that it has reached; null once it is over',
})
