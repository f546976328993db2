import { plural } from '../plural.ts'

const count = plural('en')

/** Parts of a rule's sentence. rule-sentence.ts joins them; parameters are text already. */
export const ruleSentence = {
  when: 'When',
  or: 'or',
  /** Name of a value in the middle of a sentence. */
  inside: (name: string) => name.charAt(0).toLowerCase() + name.slice(1),
  list: (parts: readonly string[], word: 'and' | 'or') =>
    parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`,
  not: (what: string) => `not (${what})`,
  flagOff: (name: string) => `${name} not raised`,
  where: (what: string, equals: string) => `${what} (${equals})`,
  ranges: {
    outside: (what: string, from: string, to: string) => `${what} outside ${from} to ${to}`,
    inside: (what: string, from: string, to: string) => `${what} inside ${from} to ${to}`,
  },
  rates: {
    delta: (what: string, window: string) => `change of ${what} within ${window}`,
    percent: (what: string, window: string) => `change of ${what} in percent within ${window}`,
    per_min: (what: string, window: string) => `change of ${what} per minute over ${window}`,
  },
  aggregates: {
    avg: (what: string, window: string) => `average ${what} over ${window}`,
    min: (what: string, window: string) => `lowest ${what} within ${window}`,
    max: (what: string, window: string) => `highest ${what} within ${window}`,
    sum: (what: string, window: string) => `sum of ${what} within ${window}`,
    count: (what: string, window: string) => `number of values of ${what} within ${window}`,
    all: (what: string, window: string) => `every ${what} for ${window}`,
    any: (what: string, window: string) => `any ${what} within ${window}`,
  },
  score: (of: string) => `score of ${of}`,
  counted: (times: string, window: string) => `at least ${times} × within ${window}`,
  silent: 'no data arrives',
  silentOf: (name: string) => `no ${name} arrives`,
  ownThreshold: 'for longer than the device’s own threshold',
  fences: {
    outside: (area: string) => `outside ${area}`,
    inside: (area: string) => `inside ${area}`,
    enter: (area: string) => `enters ${area}`,
    exit: (area: string) => `leaves ${area}`,
  },
  geofence: (name: string) => `the geofence “${name}”`,
  circle: (radius: string, centre: string) => `${radius} around ${centre}`,
  polygon: (corners: number) => `an area of ${corners} corners`,
  ownLimit: (attribute: string, otherwise: string) => `${attribute} of the device (else ${otherwise})`,
  for: (duration: string) => `for ${duration}`,
  atOnce: 'at once',
  on: (devices: string) => `on ${devices}`,
  allDevices: 'all devices',
  modules: (names: string) => `${names} devices`,
  module: (name: string) => name.toLowerCase(),
  tagged: (devices: string, tags: string) => `${devices} tagged ${tags}`,
  ofThese: (devices: string, n: number) =>
    `${count(n, { one: '# selected device', other: '# selected devices' })} (${devices})`,
  these: (n: number) => count(n, { one: '# selected device', other: '# selected devices' }),
  except: (devices: string, what: string) => `${devices} except ${what}`,
  taggedOnly: (tags: string) => `those tagged ${tags}`,
  devices: (n: number) => count(n, { one: '# device', other: '# devices' }),
  hours: (hours: string, zone: string) => `${hours} (${zone})`,
  daily: 'daily',
  incident: 'opens an incident',
  ownIncident: 'opens a separate incident',
  noIncident: 'no incident',
  latched: 'stays open until someone resolves it',
}
