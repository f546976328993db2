import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countTurns } from '../../../test/harness/count-turns.ts'
import { faultOf } from '../../platform/error-messages/reasons.ts'
import { newDeviceOf } from './device-bodies.ts'
import { DeviceFileError, readDeviceFile } from './device-csv.ts'
import { NEW_SETTINGS } from './device-settings.ts'

test('a row becomes a device; only its name and module are needed', async () => {
  const text =
    '\uFEFFname, Module ,tags,interval,offline_after_s,notes\r\n"Hall, north",factory,cellar; wing b;cellar,60,300,"two\nlines"\r\n\r\nVan 3,fleet,,,,\r\n'
  assert.deepEqual(await readDeviceFile('devices.csv', text), [
    {
      line: 3,
      device: newDeviceOf({
        name: 'Hall, north',
        module: 'factory',
        tags: ['cellar', 'wing b'],
        notes: 'two\nlines',
        expected_interval_s: 60,
        offline_after_s: 300,
      }),
    },
    { line: 5, device: newDeviceOf({ name: 'Van 3', module: 'fleet' }) },
  ])
})

test('all errors of a file are counted, and the first twenty are reported with their line', async () => {
  const wrong: [string, RegExp][] = [
    ['', /line 1: the first line must name the columns/],
    ['name\nx\n', /line 1: the column module is missing/],
    ['name,module,constructor\nx,fleet,5\n', /line 1: there is no column "constructor"/],
    ['name,module,colour\n', /line 1: there is no column "colour"/],
    ['name,module,interval,expected_interval_s\n', /line 1: column expected_interval_s appears twice/],
    ['name,module\nx,drone\n,fleet\n', /line 2: module: must be one of.*\n {2}line 3: name: must not be empty/],
    ['name,module,interval\nx,fleet,soon\n', /line 2: expected_interval_s: must be integer or null/],
    ['name,module,interval\nx,fleet,0\n', /line 2: expected_interval_s: must be >= 1/],
    ['name,module\nx,fleet,7\n', /line 2: has 3 fields instead of 2/],
    ['name,module\n"x,fleet\n', /line \d: Quote Not Closed/],
    [`name,module\n${'x,fleet\n'.repeat(10_001)}`, /line 10002: a file may have 10000 devices; take several files$/],
    [`name,module\n${'x,drone\n'.repeat(25)}`, /line 21: .*\n {2}and 5 more$/],
  ]
  for (const [text, message] of wrong) {
    await assert.rejects(
      readDeviceFile('devices.csv', text),
      (error) => error instanceof DeviceFileError && message.test(error.message),
      text,
    )
  }
})

test('a file of 10,000 devices is read in many turns of the event loop', async () => {
  const text = `name,module\n${'x,fleet\n'.repeat(10_000)}`
  const { result, turns } = await countTurns(() => readDeviceFile('devices.csv', text))
  assert.equal(result.length, 10_000)
  assert.ok(turns >= 5, `${turns} turns`)
})

test('a header with more columns than are known is refused as a whole', async () => {
  // Those of settings, `site`, and twelve that an export has beside them.
  const known = NEW_SETTINGS.flatMap(([name, { csv = [name] }]) => csv).length + 13
  const header = `${'id,'.repeat(150_000)}${'icon,'.repeat(95_000)}name,module`
  await assert.rejects(
    readDeviceFile('devices.csv', `${header}\n`),
    new DeviceFileError('devices.csv', [{ line: 1, field: '', ...faultOf('csv_columns_many', 245_002, known) }]),
  )
})

test('semicolons and tabs separate cells too', async () => {
  for (const separator of [';', '\t']) {
    const text = ['name,module,tags', 'Küche,home_infra,"hall;cellar"'].join('\r\n').replaceAll(',', separator)
    const [row] = await readDeviceFile('devices.csv', `\uFEFF${text}`)
    assert.deepEqual([row!.device.name, row!.device.tags], ['Küche', ['hall', 'cellar']])
  }
})

test('a file that is not UTF-8 is refused, with its first line that is not', async () => {
  const bytes = Buffer.from('name,module\r\nHall,home_infra\r\nKüche,home_infra\r\n', 'latin1')
  await assert.rejects(readDeviceFile('devices.csv', bytes.toString()), {
    message: 'devices.csv: nothing was added.\n  line 3: is not UTF-8; save the file as UTF-8 (in Excel: "CSV UTF-8")',
  })
  const utf16 = Buffer.from('\uFEFFname\tmodule\r\n', 'utf16le').toString()
  await assert.rejects(readDeviceFile('devices.csv', utf16), /line 1: is not UTF-8/)
})
