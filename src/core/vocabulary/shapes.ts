import { OneOf } from '../../platform/http/schemas/shapes.ts'
import { MODULES } from './modules.ts'
import { SEVERITIES } from './severities.ts'

export const ModuleShape = OneOf(MODULES, { title: 'Module', description: 'Module of the device or reading' })
export const SeverityShape = OneOf(SEVERITIES, { title: 'Severity' })
