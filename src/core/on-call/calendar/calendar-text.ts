/** One shift in a calendar. */
export interface CalendarEvent {
  /** Stays the same whatever happens to the event. */
  uid: string
  from: Date
  to: Date
  title: string
  /** Grows with each change. */
  sequence: number
  changed_at: Date
}

const LINE_OCTETS = 75

/** A calendar in iCalendar (RFC 5545). Its events leave people free: being on call is not a meeting. Pure. */
export function calendarText(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Tocsin//On call//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'],
    ...[`X-WR-CALNAME:${escaped(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'],
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const eventLines = ({ uid, from, to, title, sequence, changed_at }: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(uid)}`,
  `DTSTAMP:${utc(changed_at)}`,
  `LAST-MODIFIED:${utc(changed_at)}`,
  `SEQUENCE:${sequence}`,
  `DTSTART:${utc(from)}`,
  `DTEND:${utc(to)}`,
  `SUMMARY:${escaped(title)}`,
  'TRANSP:TRANSPARENT',
  'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
  'END:VEVENT',
]

/** `20261123T080000Z` */
export const utc = (time: Date): string => `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n')

/** Lines of at most 75 octets, the next ones after a space; no character is cut in two. */
function folded(line: string): string {
  const lines = ['']
  let octets = 0
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (octets + more > LINE_OCTETS) {
      lines.push(' ')
      octets = 1
    }
    lines[lines.length - 1] += character
    octets += more
  }
  return lines.join('\r\n')
}
