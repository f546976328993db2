/** Words that are said first of an incident or an alert. The rest of it is in `core/headline/headline-texts.ts`. */
export const headline = {
  /** The name of a button for a screen reader. */
  spoken: (verb: string, what: string) => `${verb}: ${what}`,
  now: (value: string) => `now ${value}`,
  since: 'since',
  lasts: 'for',
  cleared: 'clear since',
  resolved: 'resolved',
  after: (time: string) => `after ${time}`,
  hour: (low: string, high: string) => `The last hour: between ${low} and ${high}`,
  notes: 'Notes of the device',
  more: 'more',
  onIt: {
    nobody: 'Nobody is on it yet',
    waitsFor: (name: string) => `Assigned to ${name}, who has not acknowledged it`,
    person: (name: string) => `${name} is on it since`,
    you: 'You are on it since',
    snoozed: (name: string) => `Snoozed by ${name}`,
    youSnoozed: 'You snoozed it',
    assigned: (name: string) => `assigned to ${name}`,
    resolved: (name: string) => `Resolved by ${name}`,
    youResolved: 'You resolved it',
    autoResolved: 'Auto-resolved',
  },
}
