import type { SourceSettings } from './source-shapes.ts'

/** A source as its door knows it. */
export interface Source
  extends Pick<
    SourceSettings,
    'format' | 'module' | 'tags' | 'time_zone' | 'settings' | 'mapping' | 'adopt' | 'networks' | 'token_in_address'
  > {
  id: number
  site_id: number
  /** The cell of its site. */
  cell: number
  rate_per_s: number
  burst: number
  /** SHA-256 of what its sender may present, hex, with the end of what is replaced. */
  credentials: readonly { hash: string; validUntil: Date | null }[]
}
