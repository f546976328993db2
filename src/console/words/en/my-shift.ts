import { plural } from '../plural.ts'

const count = plural('en')

/** The page of one's own shift, and notes to the next person. */
export const myShift = {
  title: 'My shift',
  open: 'My shift',
  /** The person and the time that the page is about. */
  period: (name: string, from: string, to: string) => `${name}: ${from} to ${to}`,
  soFar: (name: string, from: string, now: string) => `${name}: from ${from} until now, ${now}`,
  none: 'You are on call in no schedule now, and were not in the last 12 hours. This is what happened in that time.',
  longShift: 'Of a longer shift, the last seven days.',
  over: 'ended',
  since: 'Since',
  longAgo: 'for more than a month',
  until: 'Until',
  noEnd: 'no end in sight',
  before: 'Before you',
  after: 'After you',
  nobody: 'nobody',
  openNow: {
    title: 'Open now',
    none: 'Nothing is open.',
    since: 'since',
    nobody: 'Nobody yet',
  },
  acknowledged: {
    title: 'You acknowledged',
    none: 'You acknowledged nothing in this time.',
  },
  resolved: {
    title: 'Resolved',
    none: 'Nothing was resolved in this time.',
  },
  more: (n: number) => count(n, { one: 'and # more', other: 'and # more' }),
  ending: {
    title: 'Silences and snoozes that end',
    until: (time: string) => `Until the end of the next shift, ${time}.`,
    nextHours: 'In the next 12 hours.',
    none: 'None ends by then.',
    silence: 'Silence',
    endsAt: 'ends',
    snooze: 'open again',
  },
  notes: {
    forMe: 'Notes for you',
    mine: 'Notes to the next person',
    none: 'You have written none in this time.',
    what: (schedule: string) => `Whoever is on call next in ${schedule} sees them on their own page.`,
    whatMany: 'Whoever is on call next in the schedule sees them on their own page.',
    text: 'Note to the next person',
    schedule: 'Schedule',
    write: 'Add note',
    see: 'Seen',
    seenBy: (name: string) => `Seen by ${name}`,
    notSeen: 'Not seen yet',
    remove: 'Delete',
    gone: 'somebody without an account',
  },
  handOver: {
    button: (name: string) => `Hand over to ${name}`,
    question: (n: number, name: string) =>
      count(n, {
        one: `# active incident that you are on is assigned to ${name}:`,
        other: `# active incidents that you are on are assigned to ${name}:`,
      }),
    staying: (n: number, name: string) =>
      count(n, {
        one: `# stays yours: ${name} may not act in its site.`,
        other: `# stay yours: ${name} may not act in their sites.`,
      }),
    confirm: (n: number) => count(n, { one: 'Hand over # incident', other: 'Hand over # incidents' }),
  },
  done: {
    noted: 'Note added.',
    seen: 'Note marked as seen.',
    deleted: 'Note deleted.',
    handedOver: 'Incidents handed over.',
    nothing: 'Nothing was handed over: the incidents are not yours any more, or have been resolved.',
  } as Record<string, string>,
}
