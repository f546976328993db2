import type { Words } from '../catalogue.ts'

export const headline: Words['headline'] = {
  spoken: (verb, what) => `${verb}: ${what}`,
  now: (value) => `jetzt ${value}`,
  since: 'seit',
  lasts: 'seit',
  cleared: 'wieder normal seit',
  resolved: 'behoben',
  after: (time) => `nach ${time}`,
  hour: (low, high) => `Die letzte Stunde: zwischen ${low} und ${high}`,
  notes: 'Notizen des Geräts',
  more: 'mehr',
  onIt: {
    nobody: 'Noch kümmert sich niemand',
    waitsFor: (name) => `${name} zugewiesen, noch nicht bestätigt`,
    person: (name) => `${name} kümmert sich seit`,
    you: 'Sie kümmern sich seit',
    snoozed: (name) => `Zurückgestellt von ${name}`,
    youSnoozed: 'Sie haben ihn zurückgestellt',
    assigned: (name) => `${name} zugewiesen`,
    resolved: (name) => `Behoben von ${name}`,
    youResolved: 'Sie haben ihn behoben',
    autoResolved: 'Automatisch behoben',
  },
}
