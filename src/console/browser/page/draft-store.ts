const KEY = 'draft'

/** Text that a user typed into the forms of a page. */
interface KeptDraft {
  /** Email of the user: nobody else gets the draft, even in the same tab. */
  who: string
  page: string
  /** True when the server is known not to have saved it, so that it is restored. */
  isUnsaved: boolean
  forms: { action: string; fields: [name: string, value: string][] }[]
}

/** One draft per tab; the browser deletes it with the tab. */
export function readDraft(): KeptDraft | null {
  const text = sessionStorage.getItem(KEY)
  return text === null ? null : (JSON.parse(text) as KeptDraft)
}

export function writeDraft(draft: KeptDraft | null): void {
  sessionStorage.removeItem(KEY)
  if (draft === null) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft))
  } catch {
    // The draft exceeds the tab's storage. Everything else works without it.
  }
}
