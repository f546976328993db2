/** The palette, and fields that offer what they can hold. */
export const search = {
  kinds: {
    actions: 'Actions',
    incidents: 'Incidents',
    devices: 'Devices',
    rules: 'Rules',
    people: 'People',
    sites: 'Sites',
    silences: 'Silences',
    tags: 'Tags',
  },
  /** `also`: other words people look for. */
  actions: {
    device: { name: 'Add device', also: 'new create connect' },
    rule: { name: 'New rule', also: 'add create' },
    silence: { name: 'New silence', also: 'add create mute maintenance' },
    webhook: { name: 'Add webhook', also: 'new create' },
    person: { name: 'Add person', also: 'new create invite user' },
    dark: { name: 'Switch to dark', also: 'theme appearance night' },
    light: { name: 'Switch to light', also: 'theme appearance day' },
    system: { name: 'Use the system’s appearance', also: 'theme dark light' },
    pause: { name: 'Pause or resume live updates', also: 'stop' },
    help: { name: 'Keyboard shortcuts', also: 'help keys' },
    logOut: { name: 'Log out', also: 'sign off exit' },
  },
  script: {
    noResults: 'Nothing found',
    results: '# found',
    away: 'Can’t search: Tocsin can’t be reached.',
    remove: 'Remove #',
    asText: 'Edit as text',
    asList: 'Edit as list',
    addThis: 'Add “#”',
  },
}
