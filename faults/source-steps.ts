import type { Place } from './steps.ts'

const SOURCES = '/src/core/sources'
const TAKE = `${SOURCES}/intake/take-message.ts`
const REPLAY = `${SOURCES}/intake/replay-messages.ts`
const ADOPT = `${SOURCES}/external-ids/adopt.ts`

const DROP = 'await context.db.inCell(source.cell).transaction((tx) => dropKeptMessages(tx, source.id, [message.id]))'

/** Where a node can be killed, or the power cut, while it takes messages of sources, adopts devices or replays. */
export const SOURCE_STEPS = {
  'message: keys stored, not committed': {
    file: '/src/core/ingestion/ingest-readings.ts',
    where: 'behind',
    code: 'const repeated = await storeMessageKeys(tx, received)',
  },
  'message: readings and keys stored, the rest not kept': {
    file: TAKE,
    where: 'before',
    code: "const failure = settled.find((outcome) => outcome.status === 'rejected')",
  },
  'message: everything stored, not answered': {
    file: `${SOURCES}/intake/receive-message.ts`,
    where: 'before',
    code: 'return { parts: firstParts, readings }',
  },
  'quarantine: before the commit': {
    file: `${SOURCES}/quarantine/quarantine-store.ts`,
    where: 'behind',
    code: 'if (kept.length > 0) await insertMessages(tx, kept)',
  },
  'quarantine: after the commit': {
    file: TAKE,
    where: 'before',
    code: "if (outcomes.includes('full')) throw",
  },
  'replay: readings stored, still in quarantine': { file: REPLAY, where: 'before', code: DROP },
  'replay: out of quarantine, batch not over': { file: REPLAY, where: 'behind', code: DROP },
  'replay: batch over, progress not noted': {
    file: REPLAY,
    where: 'before',
    code: 'await noteProgress(tx, id, {\n      after_id: messages',
  },
  'adoption: device added, nothing adopted': {
    file: ADOPT,
    where: 'before',
    code: 'await setExternalIdStates(tx, source.id, adopted)',
  },
  'adoption: before the commit': {
    file: ADOPT,
    where: 'before',
    code: 'for (const { external_id } of adopted) await beginReplay(',
  },
  'adoption: after the commit': { file: REPLAY, where: 'before', code: 'const until = performance.now() + SOON_MS' },
} as const satisfies Record<string, Place>
export type SourceStep = keyof typeof SOURCE_STEPS
