import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type Queryable, schemaOf } from '../../platform/database/database.ts'

/*
 * Where everything of a site lies. What does not exist is looked for in the first cell, and not found there either.
 */

type Named<Db extends Queryable> = ReturnType<Db['inCell']>

export const inCellOfSite = <Db extends Queryable>(db: Db, siteId: number | null): Promise<Named<Db>> =>
  inCell(db, cellOfSite(db, siteId))

export const cellOfSite = (db: Queryable, siteId: number | null): Promise<number> =>
  findCell(db, sql`select cell from sites where id = ${siteId}`)

export const inCellOfDevice = <Db extends Queryable>(db: Db, deviceId: number): Promise<Named<Db>> => {
  const cell = sql`select s.cell from devices as d join sites as s on s.id = d.site_id where d.id = ${deviceId}::bigint`
  return inCell(db, findCell(db, cell))
}

export const inCellOfAlert = <Db extends Queryable>(db: Db, alertId: number): Promise<Named<Db>> =>
  inCell(db, findCell(db, having(db, 'alerts', 'alert_id', alertId)))

export const inCellOfIncident = <Db extends Queryable>(db: Db, incidentId: number): Promise<Named<Db>> =>
  inCell(db, cellOfIncident(db, incidentId))

export const cellOfIncident = (db: Queryable, incidentId: number): Promise<number> =>
  findCell(db, having(db, 'incidents', 'incident_id', incidentId))

export const inCellOfNotification = <Db extends Queryable>(db: Db, notificationId: number): Promise<Named<Db>> =>
  inCell(db, findCell(db, having(db, 'notifications', 'id', notificationId)))

export const inCellOfDelivery = <Db extends Queryable>(db: Db, deliveryId: number): Promise<Named<Db>> =>
  inCell(db, findCell(db, having(db, 'deliveries', 'id', deliveryId)))

const inCell = async <Db extends Queryable>(db: Db, cell: Promise<number>): Promise<Named<Db>> =>
  db.inCell(await cell) as Named<Db>

async function findCell(db: Queryable, cell: Sql): Promise<number> {
  if (db.cells().length === 1) return 0
  const [found] = await db.query<{ cell: number }>(cell)
  return found?.cell ?? 0
}

const having = (db: Queryable, table: string, column: string, id: number): Sql =>
  join(
    db
      .cells()
      .map(
        (cell) =>
          sql`select ${cell}::integer as cell from ${raw(`${schemaOf(cell)}.${table}`)} where ${raw(column)} = ${id}::bigint`,
      ),
    ' union all ',
  )
