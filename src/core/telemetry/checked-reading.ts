import { schemaCheck } from '../../platform/http/schemas/schema-check.ts'
import { ReadingBody } from './reading.ts'

/** Validates a reading that arrives another way, exactly like the route of a single reading. Throws 400. */
export const checkedReading: (body: unknown) => ReadingBody = schemaCheck(ReadingBody)
