import { plural } from '../plural.ts'

const count = plural('en')

/** Devices from a file. */
export const importing = {
  title: 'Import devices',
  file: 'Choose a CSV file',
  text: 'or paste its text',
  check: 'Check',
  howTitle: 'What the file looks like',
  how: 'The first line names the columns. Separate tags by semicolons.',
  sample: 'Example of a file',
  columns:
    'name and module are needed; tags, notes, expected_interval_s and offline_after_s may be there. An export of the list can be imported as it is. Either all devices are added or none.',
  nothingAdded: 'Nothing was added.',
  line: (n: number) => `Line ${n}`,
  moreFaults: (n: number) => count(n, { one: 'And one more.', other: 'And # more.' }),
  moreRows: (n: number) => count(n, { one: 'And one more.', other: 'And # more.' }),
  wouldAdd: (n: number) =>
    count(n, { one: 'The file is sound. It holds one device.', other: 'The file is sound. It holds # devices.' }),
  add: (n: number) => count(n, { one: 'Add one device', other: 'Add # devices' }),
  addedTitle: (n: number) => count(n, { one: 'One device added', other: '# devices added' }),
  tokensOnce: 'These are their tokens. Keep them now: only hashes are stored, so nobody can show them again.',
  keep: 'Save as a file',
}
