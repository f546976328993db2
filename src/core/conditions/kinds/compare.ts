import type { Op } from './shapes.ts'

export const SIGNS: Readonly<Record<Op, string>> = { gt: '>', gte: '≥', lt: '<', lte: '≤', eq: '=', neq: '≠' }

export function compare(value: number, op: Op, limit: number): boolean {
  switch (op) {
    case 'gt':
      return value > limit
    case 'gte':
      return value >= limit
    case 'lt':
      return value < limit
    case 'lte':
      return value <= limit
    case 'eq':
      return value === limit
    case 'neq':
      return value !== limit
  }
}

export const isExact = (op: Op): op is 'eq' | 'neq' => op === 'eq' || op === 'neq'

export const isRising = (op: Op): boolean => op === 'gt' || op === 'gte'
