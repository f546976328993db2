/** An alert, or anything with the title of one. `rule_key` decides between rules with the same title. */
export interface Titled {
  title: string
  rule_key?: string | null
}

/** A title in the language of its reader. Stored titles are English. */
export type TitleOf = (titled: Titled) => string
