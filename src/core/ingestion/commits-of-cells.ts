import type { PerCell } from '../cells/in-each-cell.ts'
import { type GroupCommit, tooBusy } from './group-commit.ts'

/** A queue for each cell, used as one: a cell that is slow fills its own. */
export function commitsOfCells(queues: PerCell<GroupCommit>): GroupCommit {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  return {
    async submit(received, bytes) {
      const queue = queues.of(received.device.cell)
      if (queue.isOverloaded()) throw tooBusy()
      await queue.submit(received, bytes)
    },
    submitMany: (received, bytes) => queues.of(received[0]?.device.cell ?? 0).submitMany(received, bytes),
    isFull: () => queues.all().every((queue) => queue.isFull()),
    queued: () => sum(queues.all().map((queue) => queue.queued())),
    waitedMs: () => Math.max(...queues.all().map((queue) => queue.waitedMs())),
    isOverloaded: () => queues.all().every((queue) => queue.isOverloaded()),
    async drain() {
      await Promise.all(queues.all().map((queue) => queue.drain()))
    },
  }
}
