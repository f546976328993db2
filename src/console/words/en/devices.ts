import { plural } from '../plural.ts'

const count = plural('en')

/** List of devices. */
export const devices = {
  add: 'Add device',
  importCsv: 'Import CSV',
  noneYet:
    'A device is anything that sends readings: a sensor, a phone, a script. Add one to get a token: readings sent with it belong to this device.',
  noMatch: 'No devices match these filters.',
  showAll: 'Show all devices',
  searchByName: 'Search by name',
  byStatus: 'By status',
  byModule: 'By module',
  byTag: 'By tag',
  byAlerts: 'By alerts',
  withAlerts: 'With open alerts',
  rows: { compact: 'Show compact rows', comfortable: 'Show comfortable rows' },
  columns: {
    status: 'Status',
    name: 'Name',
    module: 'Module',
    reading: 'Latest reading',
    battery: 'Battery',
    signal: 'Signal',
    last_seen: 'Last seen',
    alerts: 'Alerts',
    day: 'Last 24 hours',
    place: 'Location',
    created_at: 'Added',
    id: 'ID',
  },
  columnsMenu: { title: 'Columns', show: 'Apply', usual: 'Reset to default' },
  heardIn: (some: number, all: number) => `Data in ${some} of the last ${all} hours`,
  stopped: 'Stopped',
  heading: (wind: string) => `Heading ${wind}`,
  winds: ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'],
  selection: 'Change selected devices',
  select: 'Select',
  selectOne: (name: string) => `Select ${name}`,
  selectAll: 'Select all on this page',
  disableSelected: 'Disable',
  enableSelected: 'Enable',
  tag: 'Tag',
  tagSelected: 'Add tag',
  untagSelected: 'Remove tag',
  deleted: 'Device deleted. Its history is being erased.',
  imported: (n: number) => count(n, { one: 'One device imported.', other: '# devices imported.' }),
  bulkDone: (n: number) =>
    n === 0 ? 'Nothing to change.' : count(n, { one: 'One device changed.', other: '# devices changed.' }),
}
