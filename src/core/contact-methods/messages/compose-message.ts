import { WORDS, type Words } from '../../../words/words.ts'
import { type HeadlineReader, textAtWorst } from '../../headline/headline-words.ts'
import type { Role } from '../../reach/role.ts'
import { worst } from '../../vocabulary/severities.ts'
import { cut, oneLine, titled } from '../../webhooks/formats/event-texts.ts'
import type { Details } from '../channels/channel-kind.ts'
import type { PersonalAction, PersonalMessage } from '../channels/personal-message.ts'
import { briefBlock, briefText } from './brief-message.ts'
import { fullWords } from './full-words.ts'
import { type Moments, whoInBlock } from './headline-block.ts'
import { minimalWords } from './minimal-words.ts'
import { notificationAppearance } from './notice.ts'
import type { IncidentFacts, NotificationFacts } from './notification-facts.ts'

const TITLE_CHARACTERS = 200
const LINE_CHARACTERS = 500

export interface MessageReader extends HeadlineReader {
  /** The setting of the contact method, not of the person. */
  details: Details
}

/** The part of a message that its notification decides. */
interface MessageFrame {
  /** Identifies the notification. */
  id: string
  url: string
  role: Role
  action: Omit<PersonalAction, 'labels'> | null
  now: Date
}

/** Puts facts into the words of their reader. Pure. */
export function messageFor(facts: NotificationFacts, reader: MessageReader, frame: MessageFrame): PersonalMessage {
  const texts = WORDS[reader.language].messages
  const isMinimal = reader.details === 'minimal'
  const { title, lines, block } = isMinimal
    ? minimalWords(facts, WORDS[reader.language])
    : fullWords(facts, { texts, reader, moment: momentsOf(reader), now: frame.now })
  const incident = 'incident' in facts ? facts.incident : null
  const subject =
    incident === null
      ? title
      : isMinimal
        ? texts.incidents[incident.severity](incident.id)
        : mailSubject(incident, reader)
  return {
    id: frame.id,
    language: reader.language,
    role: frame.role,
    severity:
      'incidents' in facts ? worst(facts.incidents.map(({ severity }) => severity)) : (incident?.severity ?? null),
    incident_id: incident?.id ?? null,
    title: cut(oneLine(title), TITLE_CHARACTERS),
    subject: cut(oneLine(subject), TITLE_CHARACTERS),
    text: lines.map((line) => cut(oneLine(line), LINE_CHARACTERS)).join('\n'),
    brief: block === undefined ? briefText(title, lines) : briefBlock(block),
    block: block ?? null,
    url: frame.url,
    action: frame.action && { ...frame.action, labels: labelsOf(facts, texts) },
    ...notificationAppearance(facts),
    at: frame.now,
  }
}

/** The person who is called acknowledges the call, also of an incident that another person has acknowledged. */
const labelsOf = ({ reason }: NotificationFacts, { buttons, call }: Words['messages']): Words['messages']['buttons'] =>
  reason === 'call' || reason === 'assigned' ? { ...buttons, acknowledge: call.coming } : buttons

function momentsOf({ language, zone }: MessageReader): Moments {
  const format = new Intl.DateTimeFormat(WORDS[language].language.locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone ?? 'UTC',
    timeZoneName: 'short',
  })
  return (time) => format.format(new Date(time))
}

/** Title of all mails about an incident: it stays the same until the incident becomes more severe. Pure. */
function mailSubject(incident: IncidentFacts, reader: HeadlineReader): string {
  const { headline, title, device_name } = incident
  if (headline === undefined) return titled(device_name, title)
  const { title_of } = headline
  const who = title_of?.of === 'rule' ? title_of.device : whoInBlock(incident)
  return titled(
    who,
    textAtWorst(headline, reader, ({ title }) => title),
  )
}
