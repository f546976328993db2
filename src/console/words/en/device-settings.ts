/** Settings page of a device. */
export const deviceSettings = {
  settings: 'Settings',
  storedNow: (value: string) => `saved value: ${value}`,
  tokenHint: (hint: string) => `The token ends in …${hint}. Only a hash is stored, so it can’t be shown again.`,
  howToConnect: 'How to connect',
  oldToken: 'Old token',
  oldTokenHint: 'Keep it valid if you set the new one on the device by hand',
  oldTokenGood: 'The previous token is valid until',
  endsNow: 'expires immediately',
  endsIn: (duration: string) => `stays valid for ${duration}`,
  rotate: 'Rotate token',
  pause: 'Silence or disable',
  silenceHint: 'A silence pauses notifications for a while. Readings, alerts and incidents continue.',
  silence: 'Silence device',
  disableHint: 'Readings from a disabled device are rejected, and it never counts as offline. Its history is kept.',
  enableHint: 'This device is disabled: its readings are rejected.',
  disable: 'Disable device',
  enable: 'Enable device',
  test: 'Send a test reading',
  testHint:
    'Treated exactly like a real reading: the device counts as seen, rules may raise alerts, and notifications are sent. It carries the flag “test”. Enter values in the units that devices send.',
  sendTest: 'Send test reading',
  delete: 'Delete device',
  deleteHint:
    'Its token stops working, its open alerts and incidents are resolved, and its history is erased. Alerts and incidents themselves are kept. This can’t be undone.',
  typeName: (name: string) => `Type the device name to confirm: ${name}`,
  done: {
    saved: 'Saved.',
    enabled: 'Device enabled.',
    disabled: 'Device disabled.',
    tested: 'Test reading stored.',
  },
}
