import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { MOST_SAVED_FILTERS, type SavedFilter, savePreferences } from './preferences.ts'

type Named = Pick<SavedFilter, 'list' | 'name'>

/** Saves a filter, replacing one with the same name. Throws 409 if the list has too many. */
export function keepFilter(db: Database, userId: number, filter: SavedFilter): Promise<void> {
  return change(db, userId, (saved) => {
    const others = without(saved, filter)
    if (others.filter(({ list }) => list === filter.list).length >= MOST_SAVED_FILTERS) {
      throw conflict('filters_most', MOST_SAVED_FILTERS)
    }
    return [...others, filter]
  })
}

export const forgetFilter = (db: Database, userId: number, filter: Named): Promise<void> =>
  change(db, userId, (saved) => without(saved, filter))

const without = (saved: readonly SavedFilter[], { list, name }: Named): SavedFilter[] =>
  saved.filter((one) => one.list !== list || one.name !== name)

/** Serialized, so that no change is lost between two windows of the same person. */
const change = (db: Database, userId: number, changed: (saved: SavedFilter[]) => SavedFilter[]): Promise<void> =>
  db.transaction(async (tx: Queryable) => {
    const [row] = await tx.query<{ saved: SavedFilter[] | null }>(sql`
      select preferences -> 'saved_filters' as saved from users where id = ${userId} for update`)
    await savePreferences(tx, userId, { saved_filters: changed(row?.saved ?? []) })
  })
