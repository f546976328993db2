/** Devices that all report at the same interval. */
export interface PlannedFleet {
  devices: number
  /** Seconds between two readings of a device. */
  interval_s: number
  /** Cores of a server of PostgreSQL. */
  cores: number
}

export interface Capacity {
  readings_per_s: number
  readings_per_day: number
  /** Cores that are busy on average. */
  service_cores: number
  database_cores: number
  /** Readings that share a transaction, in each cell. */
  group: number
  /** Bytes of the last day as rows, and of a year of compacted readings. */
  last_day_bytes: number
  year_bytes: number
  /** Servers of PostgreSQL; several are workers of Citus, beside its coordinator. */
  servers: number
  /** Cells: one for each server. */
  cells: number
}

/*
 * CPU time in microseconds, measured by `npm run bench -- ingestion` and `compaction` with plain readings in requests of
 * their own over kept connections (docs/performance.md). A test compares them with the last run.
 */
export const SERVICE_US = 35
/** A reading that is stored alone costs PostgreSQL the transaction and itself; in a group it shares the transaction. */
export const TRANSACTION_US = 292
export const STORED_US = 21.5
/** Later, in the background: aggregated and compacted. */
const COMPACTED_SERVICE_US = 13
const COMPACTED_DATABASE_US = 18

/** From the first statement of a transaction until its commit is on disk, beside the work itself. */
const COMMIT_US = 2_000
const MOST_IN_GROUP = 500
/**
 * A worker of Citus stores 0.55 of what a server of its own would, straight at the worker. Measured by `bench:citus` with
 * Citus 13.2 on PostgreSQL 15.
 */
const CITUS_SHARE = 0.55
/** Above this, a peak or the loss of a server has no room. */
export const BUSY_AT_MOST = 0.6
const ROW_BYTES = 400
const DAY_S = 86_400

/** Bytes of a compacted reading with a position and some values (docs/database.md). */
const compactedBytes = (intervalS: number): number => (intervalS <= 300 ? 20 : 30)

/**
 * The resources that a fleet needs on average: a small model of the group commit and of the CPU time measured on one
 * machine. Pure.
 */
export function estimateCapacity({ devices, interval_s, cores }: PlannedFleet): Capacity {
  const rate = devices / interval_s
  for (let servers = 1; ; servers += 1) {
    const group = groupAt(rate / servers)
    const share = servers === 1 ? 1 : CITUS_SHARE
    const databaseUs = (STORED_US + TRANSACTION_US / group + COMPACTED_DATABASE_US) / share
    const database_cores = (rate * databaseUs) / 1e6
    if (database_cores > servers * cores * BUSY_AT_MOST) continue
    return {
      readings_per_s: rate,
      readings_per_day: rate * DAY_S,
      service_cores: (rate * (SERVICE_US + COMPACTED_SERVICE_US)) / 1e6,
      database_cores,
      group,
      last_day_bytes: rate * DAY_S * ROW_BYTES,
      year_bytes: rate * DAY_S * 365 * compactedBytes(interval_s),
      servers,
      cells: servers,
    }
  }
}

/** Readings that arrive while a group is stored make up the next: its size is the rate times its own duration. */
function groupAt(rate: number): number {
  const ratePerUs = rate / 1e6
  const free = 1 - ratePerUs * STORED_US
  const size = free <= 0 ? MOST_IN_GROUP : (ratePerUs * (COMMIT_US + TRANSACTION_US)) / free
  return Math.min(MOST_IN_GROUP, Math.max(1, size))
}
