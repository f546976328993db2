import type { Database } from '../../../platform/database/database.ts'
import { isBadData, isBrokenRule } from '../../../platform/database/sql-errors.ts'
import { writeLater } from '../../../platform/write-later.ts'
import { explained, keyOf, type Refused, refusalKind } from './refusal.ts'
import { type CountedRefusal, findTokenOwners, saveRefusals } from './refusal-store.ts'

const WRITE_AFTER_MS = 500
/**
 * Limits on the kinds of refusals recorded between two writes: in all, per device, and for unknown tokens, so that
 * strangers cannot crowd out a device. A client with more kinds is not somebody setting up a device.
 */
const KINDS_AT_ONCE = 100
const KINDS_OF_DEVICE = 40
const KINDS_OF_STRANGERS = 40

type NotedRefusal = Omit<CountedRefusal, 'kind'> & { refused: Refused }

export interface RefusalRecorder {
  /** Costs next to nothing, so that a flood of refusals stays cheap. */
  note(refused: Refused): void
  /** Writes the refusals recorded since the last flush. */
  flush(): Promise<void>
}

/**
 * Records refused requests of devices and their reasons. Counted in memory and written twice a second at most; a crash
 * loses at most that much of what people could have seen.
 */
export function refusalRecorder(db: Database, now: () => Date, onError: (error: unknown) => void): RefusalRecorder {
  let noted = new Map<string, NotedRefusal>()
  /** Number of recorded kinds by device; null stands for unknown tokens. */
  let kindsOf = new Map<number | null, number>()
  const later = writeLater(
    WRITE_AFTER_MS,
    async () => {
      if (noted.size === 0) return
      const written = [...noted.values()]
      noted = new Map()
      kindsOf = new Map()
      await write(db, written)
    },
    onError,
  )

  return {
    note(refused) {
      const at = now()
      const { device, token, status, message, address } = refused
      const key = `${device?.id}|${status}|${address}|${message}|${token}`
      const known = noted.get(key)
      if (known !== undefined) {
        known.count += 1
        known.at = at
        return
      }
      const who = device?.id ?? null
      const kinds = kindsOf.get(who) ?? 0
      if (noted.size >= KINDS_AT_ONCE || kinds >= (who === null ? KINDS_OF_STRANGERS : KINDS_OF_DEVICE)) return
      noted.set(key, { refused, count: 1, first_at: at, at })
      kindsOf.set(who, kinds + 1)
      later.soon()
    },
    flush: later.now,
  }
}

async function write(db: Database, refusals: readonly NotedRefusal[]): Promise<void> {
  const noted = refusals.map(({ refused, ...counted }) => ({ kind: refusalKind(refused), ...counted }))
  const hashes = noted.flatMap(({ kind }) => (kind.hashes === null ? [] : [kind.hashes.given, kind.hashes.meant ?? '']))
  const owners = hashes.length === 0 ? [] : await findTokenOwners(db, hashes)
  const merged = new Map<string, CountedRefusal>()
  for (const { kind, ...counted } of noted) {
    const whole = explained(kind, owners)
    const known = merged.get(keyOf(whole))
    if (known === undefined) merged.set(keyOf(whole), { kind: whole, ...counted })
    else known.count += counted.count
  }
  await save(db, [...merged.values()])
}

/** Stores refusals one by one if one of them cannot be stored, for instance because its device was erased meanwhile. */
async function save(db: Database, refusals: readonly CountedRefusal[]): Promise<void> {
  try {
    await db.transaction((tx) => saveRefusals(tx, refusals))
  } catch (error) {
    if (refusals.length === 1 || !(isBadData(error) || isBrokenRule(error))) throw error
    const outcomes: PromiseSettledResult<void>[] = []
    for (const refusal of refusals) outcomes.push(...(await Promise.allSettled([save(db, [refusal])])))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
}
