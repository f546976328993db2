import { isDeepStrictEqual } from 'node:util'
import type { Queryable } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import { readAs } from '../intake/read-message.ts'
import { madeOf, shownReading } from '../messages/made-readings.ts'
import type { Source } from '../source.ts'
import { type ExpectedReading, type KeptExample, listKeptExamples, type SourceExample } from './example-store.ts'

/** The settings that say what a message makes. */
type ReadsMessages = Pick<Source, 'format' | 'settings' | 'mapping' | 'time_zone' | 'module'>

/**
 * The readings that these parts make, of a message that came then. The module is left out where it is that of the device,
 * whatever the source proposes. Gives way to others meanwhile.
 */
export async function readExample(
  source: ReadsMessages,
  { parts, at }: { parts: readonly unknown[]; at: Date },
): Promise<ExpectedReading[]> {
  const { made } = madeOf(await readAs(source, parts, at.getTime()), source, at.getTime())
  const readings = made.map(({ externalId, reading, isOfStatedModule }) => {
    const { module, ...shown } = shownReading(reading)
    return { external_id: externalId, reading: isOfStatedModule ? { module, ...shown } : shown }
  })
  // As JSON stores them.
  return JSON.parse(JSON.stringify(readings)) as ExpectedReading[]
}

/** An example, and what a source makes of it with these settings. */
export async function checkExample(source: ReadsMessages, { parts, ...example }: KeptExample): Promise<SourceExample> {
  const makes = await readExample(source, { parts, at: example.at })
  return { ...example, makes, passes: isDeepStrictEqual(makes, example.readings) }
}

/** The examples of a source, and what it would make of them with these settings. */
export async function checkExamples(
  db: Queryable,
  sourceId: ReachedId<'source'>,
  source: ReadsMessages,
): Promise<SourceExample[]> {
  const checked: SourceExample[] = []
  for (const example of await listKeptExamples(db, sourceId)) checked.push(await checkExample(source, example))
  return checked
}

/** Throws 409 if an example would make other readings with these settings. */
export async function requireExamplesPass(
  db: Queryable,
  sourceId: ReachedId<'source'>,
  source: ReadsMessages,
): Promise<void> {
  const broken = (await checkExamples(db, sourceId, source)).filter(({ passes }) => !passes)
  if (broken.length > 0) throw conflict('examples_broken', broken.map(({ id }) => id).join(', '))
}
