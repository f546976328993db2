import { plural } from '../plural.ts'

const count = plural('en')

/** The list of devices, and how a device is added, imported, set and deleted. */
export const devices = {
  add: 'Add device',
  importCsv: 'Import CSV',
  noneYet:
    'A device is anything that sends readings: a sensor, a phone, a script. Add one, and you get a token; what sends with this token speaks for the device.',
  noMatch: 'No device matches what you have chosen.',
  showAll: 'Show all devices',
  searchByName: 'Search by name',
  byStatus: 'By status',
  byModule: 'By kind',
  byTag: 'By tag',
  byAlerts: 'By alerts',
  withAlerts: 'With open alerts',
  rows: { compact: 'Show compact rows', comfortable: 'Show comfortable rows' },
  columns: {
    status: 'Status',
    name: 'Name',
    module: 'Kind',
    reading: 'Latest reading',
    battery: 'Battery',
    signal: 'Signal',
    last_seen: 'Last seen',
    alerts: 'Alerts',
    day: 'Last 24 hours',
    place: 'Place',
    created_at: 'Added',
    id: 'Number',
  },
  columnsMenu: { title: 'Columns', show: 'Show these', usual: 'The usual ones' },
  heardIn: (some: number, all: number) => `Heard in ${some} of the last ${all} hours`,
  stopped: 'Stopped',
  heading: (wind: string) => `Heading ${wind}`,
  winds: ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'],
  selection: 'Change several at once',
  select: 'Choose',
  selectOne: (name: string) => `Choose ${name}`,
  selectAll: 'All on this page',
  disableSelected: 'Disable',
  enableSelected: 'Enable',
  tag: 'Tag',
  tagSelected: 'Add tag',
  untagSelected: 'Remove tag',
  deleted: 'The device is deleted. Its history is being erased.',
  imported: (n: number) => count(n, { one: 'One device is imported.', other: '# devices are imported.' }),
  bulkDone: (n: number) =>
    n === 0 ? 'Nothing was changed.' : count(n, { one: 'One device is changed.', other: '# devices are changed.' }),
}
