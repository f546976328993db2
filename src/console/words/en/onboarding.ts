import { plural } from '../plural.ts'

const count = plural('en')

/** How a device is added, connected, imported, and set. */
export const onboarding = {
  newTitle: 'Add device',
  name: 'Name',
  nameHint: 'What people call it: where it is, or who carries it',
  module: 'Kind',
  moduleHint: 'Decides which rules apply to it',
  moduleTells: {
    health: 'blood pressure, heart rate, oxygen, falls',
    vehicle: 'position, speed, fuel, impacts',
    factory: 'gas, temperature, smoke, fire',
    home_infra: 'temperature, water leaks, power failures',
    worker: 'steps, falls, panic button, inactivity',
    fleet: 'position, speed, fuel, areas left',
  },
  tags: 'Tags',
  tagsHint: 'Separated by commas. Lists, rules and silences can be narrowed by them',
  interval: 'Sends every',
  intervalHint: 'After three times this without a word it is offline. Empty: it sends when it likes',
  offlineAfter: 'Offline after',
  offlineAfterHint: (s: string) => `Silence after which it counts as offline. Empty: ${s}`,
  seconds: 'seconds',
  notes: 'Notes',
  notesHint: 'Where it hangs, whom to ask, which way to the key',
  create: 'Add device',
  connect: (name: string) => `Connect ${name}`,
  connectPlace: 'Connect',
  tokenTitle: 'Its token',
  tokenOnce:
    'Copy it now. It is stored as a hash only, so nobody can show it again. Who has it can send readings for this device, and nothing else.',
  token: 'Token',
  qr: 'The token as a QR code',
  stored: 'I have stored it',
  noToken: (hint: string) =>
    `Its token ends in …${hint}. It was shown once. If it is lost, give the device a new one in its settings.`,
  tokenPlaceholder: 'YOUR_TOKEN',
  snippets: 'Send a first reading',
  snippetsWithToken: 'Ready to run: the address and the token are filled in.',
  snippetsWithout: 'Put the token where YOUR_TOKEN stands.',
  progress: 'Connection',
  added: 'Device added',
  waiting: 'Waiting for the first reading …',
  waitingHint: 'This page turns green by itself as soon as it arrives.',
  firstReading: 'First reading',
  clockRight: 'Its clock is right',
  clockOff: (by: string) => `Its clock is off by ${by}: readings are filed under a wrong time`,
  clockSuspect: 'Its clock cannot be right: the time of receipt is taken instead',
  otherModule: (sent: string, set: string) => `It sends readings of the kind ${sent}, but is set up as ${set}`,
  noPosition: 'No position yet: send lat and lng to see it on the map',
  openDevice: 'Open device',
  refused: 'Refused attempts',
  refusedHint: 'What this device sent and was not taken.',
  refusedUnknown:
    'Since then, somebody sent with a token that belongs to no device. It may have been this one: nobody can tell.',
  noneRefused: 'Nothing was refused.',
  refusedTimes: (n: number) => count(n, { one: 'once', other: '# times' }),
  from: (address: string) => `from ${address}`,
  reasons: {
    content: 'The reading was not understood',
    no_token: 'There was no token: the header X-Device-Token is missing',
    unknown_token: 'The token belongs to no device',
    misspelt_token:
      'The token is right, but written differently: it must be 64 small letters and digits, with nothing around it',
    old_token: 'This was its token before. It has ended',
    disabled: 'The device is disabled',
  },
  endsIn: (hint: string) => `it ends in …${hint}`,
  wrongLength: (n: number) =>
    count(n, { one: 'it has # character instead of 64', other: 'it has # characters instead of 64' }),
}
