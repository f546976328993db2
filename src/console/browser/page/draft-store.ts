const KEY = 'draft'

/** What somebody typed into the forms of a page. */
export interface Draft {
  /** Nobody else gets it, also not in the same tab. */
  who: string
  page: string
  /** Known not to have been saved, and so to be brought back. */
  isUnsaved: boolean
  forms: { action: string; fields: [name: string, value: string][] }[]
}

/** One draft for each tab; the browser forgets it with the tab. */
export function readDraft(): Draft | null {
  const text = sessionStorage.getItem(KEY)
  return text === null ? null : (JSON.parse(text) as Draft)
}

export function writeDraft(draft: Draft | null): void {
  sessionStorage.removeItem(KEY)
  if (draft === null) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft))
  } catch {
    // Larger than the storage of a tab: without a draft everything else works as before.
  }
}
