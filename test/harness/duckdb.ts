import { DuckDBInstance } from '@duckdb/node-api'
import { cleanUp, type Scope } from './cleanup.ts'

/** Returns a function that runs a query of DuckDB, a database of its own that reads Parquet files. */
export async function startDuckDb(scope: Scope) {
  const database = await DuckDBInstance.create()
  const connection = await database.connect()
  cleanUp(scope, () => {
    connection.closeSync()
    database.closeSync()
  })
  return async (query: string) => (await connection.runAndReadAll(query)).getRowObjectsJS()
}
