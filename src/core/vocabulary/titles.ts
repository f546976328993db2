/** The facts of a title, which each language puts into words. */
export type TitleFacts =
  /** The title of this version of a rule, with these values in it. */
  | { of: 'rule'; key: string; version: number; threshold: number | null; value: number; device: string }
  | { of: 'offline'; device: string }
  /** Devices of a site, or those with a tag, that went offline together. */
  | { of: 'storm'; count: number; population: number; tag: string | null }

/** An alert, an incident, or anything with the title of one. */
export interface Titled {
  /** In English. */
  title: string
  /** Null: somebody wrote the title, or it is from a version that stored no facts. It is shown as it is. */
  title_of: TitleFacts | null
}

/** A title in the language of its reader. */
export type TitleOf = (titled: Titled) => string
