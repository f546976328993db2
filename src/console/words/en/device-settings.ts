/** What is set of one device. */
export const deviceSettings = {
  settings: 'Settings',
  conflict:
    'Somebody else has changed this device meanwhile. What you typed is still here; save again to put it in place',
  storedNow: (value: string) => `now stored: ${value}`,
  tokenHint: (hint: string) => `The token ends in …${hint}. It is stored as a hash, so nobody can show it again.`,
  howToConnect: 'How to connect',
  oldToken: 'The old token',
  oldTokenHint: 'Give it time when the device gets the new one by hand',
  oldTokenGood: 'The token before it is still good until',
  endsNow: 'ends at once',
  endsIn: (duration: string) => `stays good for ${duration}`,
  rotate: 'Make a new token',
  pause: 'Pause',
  silenceHint: 'A silence keeps receivers from being told for a while. Readings, alerts and incidents go on.',
  silence: 'Pause alerts',
  disableHint: 'A disabled device is refused at the door and never counts as offline. Its history stays.',
  enableHint: 'The device is disabled: what it sends is refused.',
  disable: 'Disable device',
  enable: 'Enable device',
  test: 'Send a test reading',
  testHint:
    'It takes the way of a real one, with all that follows: the device counts as heard, rules may raise alerts, receivers are told. It carries the flag “test”. Values in the units devices send.',
  sendTest: 'Send test reading',
  delete: 'Delete device',
  deleteHint:
    'Its token is refused at once, what is open of it is resolved, and its history is erased. Its alerts and incidents stay. There is no way back.',
  typeName: (name: string) => `To confirm, type its name: ${name}`,
  notItsName: 'is not its name',
  done: {
    saved: 'Saved.',
    enabled: 'The device is enabled.',
    disabled: 'The device is disabled.',
    tested: 'The test reading is stored.',
  },
}
