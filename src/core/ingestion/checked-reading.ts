import { schemaCheck } from '../../platform/http/schemas/schema-check.ts'
import { ReadingBody } from '../telemetry/reading.ts'

/** The check that the route of a single reading makes, with the same words, for readings that come another way. Throws 400. */
export const checkedReading: (body: unknown) => ReadingBody = schemaCheck(ReadingBody)
