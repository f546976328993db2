import type { Coordinates } from '../../../platform/great-circle.ts'
import type { Language } from '../../../words/words.ts'
import type { Role } from '../../reach/role.ts'
import type { Severity } from '../../vocabulary/severities.ts'

/**
 * A notification in the words of its reader, ready for any channel. With `minimal` details, title and text hold no names
 * and no values.
 */
export interface PersonalMessage {
  /** Identifies the notification: the same for each attempt. */
  id: string
  language: Language
  /** The reader's role. */
  role: Role | null
  /** Null: not about an incident, such as a test. */
  severity: Severity | null
  incident_id: number | null
  /** One line. */
  title: string
  /**
   * Title that stays the same in messages about one incident until it becomes more severe, for channels that group by it.
   */
  subject: string
  /** Further lines of plain text; may be empty. Of an incident, the first one is its headline. */
  text: string
  /** Title and text within 160 characters, for a locked phone. */
  brief: BriefMessage
  /** The headline that title and first line say, for channels that lay it out; null: about no incident, or minimal. */
  block: HeadlineBlock | null
  /** Absolute address of the page that a tap opens. It works without a session if the message has an `action`. */
  url: string
  /** The actions that its reader may take without logging in. */
  action: PersonalAction | null
  /** Shown without a sound: nobody has to do anything. */
  quiet: boolean
  /** Messages with the same tag replace each other, on channels that can. */
  tag: string | null
  at: Date
  /** Seconds after which it is of no use any more. */
  ttl_s: number
}

export interface BriefMessage {
  title: string
  text: string
}

/** The parts of a headline, each in one line of the reader's language, in this order. */
export interface HeadlineBlock {
  who: string | null
  /** "systolic 196 mmHg (above 180)", "back to 128 mmHg" */
  what: string
  /** News of it, as a sentence: "Ana is on it." */
  news: string | null
  /** "Critical for 2 min" */
  how: string
  /** Another alert that is open: "Also oxygen saturation 90 % (at or below 91)". */
  also: string | null
  /** "since 02:36", for what is read later; null: `how` says it, or it is over. */
  since: string | null
  where: string | null
  location: Coordinates | null
  helps: string | null
  /** All alerts have resolved, or it is resolved. */
  is_over: boolean
}

export interface PersonalAction {
  /** Absolute address that takes a POST of `{action: "acknowledge" | "resolve"}`. */
  url: string
  may: readonly ('acknowledge' | 'resolve')[]
  /** Texts of the buttons. `call` leads to the page, on which one says whom. */
  labels: { acknowledge: string; resolve: string; call: string }
}

/** The page of an action, with the form for calling others open. */
export const callAddress = ({ url }: PersonalAction): string => `${url}?call`
