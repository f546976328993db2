import { plural } from '../plural.ts'

const count = plural('en')

/** Import of devices from a file. */
export const importing = {
  title: 'Import devices',
  file: 'Choose a CSV file',
  text: 'or paste CSV text',
  check: 'Check',
  howTitle: 'File format',
  how: 'The first line names the columns. Separate tags with semicolons.',
  sample: 'Example file',
  columns:
    'name and module are required; tags, notes, expected_interval_s, offline_after_s and site are optional. You can import an export of the device list as it is. Either all devices are added or none.',
  nothingAdded: 'No devices were added.',
  line: (n: number) => `Line ${n}`,
  moreFaults: (n: number) => count(n, { one: 'And one more.', other: 'And # more.' }),
  moreRows: (n: number) => count(n, { one: 'And one more.', other: 'And # more.' }),
  wouldAdd: (n: number) => count(n, { one: 'Looks good: one device found.', other: 'Looks good: # devices found.' }),
  add: (n: number) => count(n, { one: 'Add one device', other: 'Add # devices' }),
  addedTitle: (n: number) => count(n, { one: 'One device added', other: '# devices added' }),
  tokensOnce: 'These are their tokens. Save them now: only hashes are stored, so they can’t be shown again.',
  keep: 'Download as a file',
}
