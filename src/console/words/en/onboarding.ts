import { plural } from '../plural.ts'

const count = plural('en')

/** Adding and connecting a device. */
export const onboarding = {
  newTitle: 'Add device',
  name: 'Name',
  nameHint: 'A name you’ll recognise: where it is, or who carries it',
  module: 'Module',
  moduleHint:
    'Determines which rules apply. If none fits, take the closest one: a device can send any metrics, and have labels, units and an icon of its own',
  moduleTells: {
    health: 'blood pressure, heart rate, oxygen, falls',
    vehicle: 'location, speed, fuel, impacts',
    factory: 'gas, temperature, smoke, fire',
    home_infra: 'temperature, water leaks, power failures',
    worker: 'steps, falls, panic button, inactivity',
    fleet: 'location, speed, fuel, geofences',
  },
  tags: 'Tags',
  tagsHint: 'Comma-separated. Lists, rules and silences can filter by them',
  interval: 'Sends every',
  intervalHint: 'Offline after 3 missed intervals. Empty: learnt from its readings',
  offlineAfter: 'Offline after',
  offlineAfterHint: (s: string) => `Time without data before it counts as offline. Empty: ${s}`,
  seconds: 'seconds',
  notes: 'Notes',
  notesHint: 'Location, contact, access notes',
  create: 'Add device',
  connect: (name: string) => `Connect ${name}`,
  tokenTitle: 'Device token',
  tokenOnce:
    'Copy it now. Only a hash is stored, so it can’t be shown again. Anyone who has it can send readings for this device, and nothing else.',
  token: 'Token',
  qr: 'The token as a QR code',
  noToken: (hint: string) => `The token ends in …${hint}. It was shown once. If it is lost, rotate it.`,
  toSettings: 'Device settings',
  tokenPlaceholder: 'YOUR_TOKEN',
  snippets: 'Send the first reading',
  snippetsWithToken: 'Ready to run: address and token are filled in.',
  snippetsWithout: 'Replace YOUR_TOKEN with the token.',
  progress: 'Connection',
  added: 'Device added',
  waiting: 'Waiting for the first reading …',
  waitingHint: 'This page turns green when it arrives.',
  firstReading: 'First reading',
  clockRight: 'The device clock is correct',
  clockOff: (by: string) => `The device clock is off by ${by}: readings are stored under the wrong time`,
  clockSuspect: 'The device clock can’t be right: the time received is used instead',
  otherModule: (sent: string, set: string) => `It sends readings of the module ${sent}, but is set up as ${set}`,
  noPosition: 'No location yet: send lat and lng to see it on the map',
  openDevice: 'Open device',
  unnamed: (names: string, n: number) =>
    count(n, {
      one: `Tocsin doesn’t know the metric ${names}.`,
      other: `Tocsin doesn’t know # metrics, such as ${names}.`,
    }),
  toMetrics: 'Set labels and units',
  refused: 'Rejected attempts',
  refusedHint: 'Requests from this device that were rejected, or stored without an invalid value (200).',
  refusedUnknown: 'Since then, a request came with a token that belongs to no device. It may have been this device.',
  refusedTimes: (n: number) => count(n, { one: 'once', other: '# times' }),
  from: (address: string) => `from ${address}`,
  reasons: {
    content: 'The reading was invalid',
    device_limit: 'More readings than the device may send',
    site_limit: 'More readings than the devices of the site may send',
    no_token: 'No token: the header X-Device-Token is missing',
    unknown_token: 'The token belongs to no device',
    misspelt_token:
      'The token is right but written differently: it must be 64 lower-case letters and digits, with nothing around it',
    old_token: 'An earlier token of this device, which has expired',
    disabled: 'The device is disabled',
  },
  endsIn: (hint: string) => `it ends in …${hint}`,
  wrongLength: (n: number) =>
    count(n, { one: 'it has # character instead of 64', other: 'it has # characters instead of 64' }),
}
