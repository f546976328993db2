import { readdirSync } from 'node:fs'
import type { Addition } from '../../harness/addition.ts'

const last = readdirSync('migrations').sort().at(-2)!
const next = String(Number(last.slice(0, 4)) + 1).padStart(4, '0')

/** The serial number of a device: people search for it when they stand before one. */
export const addition: Addition = {
  title: 'Adding a column of devices',
  toy: 'serial_number',
  atMost: 8,
  adds: {
    [`migrations/${next}-serial_number.sql`]: `-- The number on the plate of a device, for those who stand before it.
alter table devices add column serial_number text not null default '';
`,
  },
  edits: {
    'src/core/devices/device-settings.ts': [
      [
        '    example: null,\n    initial: null,\n  },\n} satisfies',
        `    example: null,
    initial: null,
  },
  serial_number: {
    body: Type.Optional(PlainText({ maxLength: 60, description: 'The number on its plate', examples: ['SN-4711'] })),
    shape: Text,
    example: '',
    initial: '',
    tidy: (serial: string) => serial.trim(),
    field: 'always',
    option: { flags: '--serial-number <number>', description: 'the number on its plate' },
  },
} satisfies`,
      ],
    ],
    'src/words/en.ts': [
      [
        "    notes: { label: 'Notes', hint: 'Location,",
        "    serial_number: { label: 'Serial number', hint: 'The number on its plate' },\n    notes: { label: 'Notes', hint: 'Location,",
      ],
      [
        "    created_at: 'Added',\n    id: 'ID',\n",
        "    created_at: 'Added',\n    id: 'ID',\n    serial_number: 'Serial number',\n",
      ],
    ],
    'src/words/de.ts': [
      [
        "    notes: { label: 'Notizen', hint: 'Ort, Ans",
        "    serial_number: { label: 'Seriennummer', hint: 'Die Nummer auf dem Typenschild' },\n    notes: { label: 'Notizen', hint: 'Ort, Ans",
      ],
      ["    id: 'ID',\n  },\n  columnsMenu", "    id: 'ID',\n    serial_number: 'Seriennummer',\n  },\n  columnsMenu"],
    ],
    'src/core/people/preferences/preferences.ts': [
      ["  'created_at',\n  'id',\n", "  'created_at',\n  'id',\n  'serial_number',\n"],
    ],
    'src/console/devices/list/device-table.ts': [
      [
        "    id: { name: names.id, kind: 'number', show: ({ id }) => String(id) },\n",
        "    id: { name: names.id, kind: 'number', show: ({ id }) => String(id) },\n    serial_number: { name: names.serial_number, show: ({ serial_number }) => serial_number },\n",
      ],
    ],
    'src/console/devices/device/device-header.ts': [
      [
        '  ${device.tags.map(',
        "  ${device.serial_number === '' ? null : html`<span>${reader.t.onboarding.fields.serial_number.label} ${device.serial_number}</span>`}\n  ${device.tags.map(",
      ],
    ],
    'docs/api.md': [
      [
        '| `icon` | its icon instead',
        '| `serial_number` | the number on its plate, up to 60 characters |\n| `icon` | its icon instead',
      ],
    ],
  },
  proof: `import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { savePreferences } from '../src/core/people/preferences/preferences.ts'
import { startApp } from './harness/app.ts'
import { addUser, openBrowser } from './harness/browser.ts'
import { exported, importFile } from './harness/configuration.ts'
import { databaseUrl } from './harness/database.ts'

test('a serial number is set with the API, in forms, from CSV and configuration files, and shown', async (t) => {
  const app = await startApp(t)
  const serials = async () =>
    (await app.rows<{ serial_number: string }>('select serial_number from devices order by id')).map((row) => row.serial_number)
  const call = await app.logIn('operator')
  const body = { name: 'Boiler', module: 'factory', serial_number: ' SN-1 ' }
  const added = await call('POST', '/api/admin/devices', body)
  assert.deepEqual([added.status, added.body.data.serial_number], [201, 'SN-1'])
  const path = \`/api/admin/devices/\${added.body.data.id}\`
  assert.equal((await call('PATCH', path, { serial_number: 4711 })).status, 400)
  assert.equal((await call('PATCH', path, { serial_number: 'SN-2' })).body.data.serial_number, 'SN-2')
  const audit = await app.rows("select before, after from audit_entries where action = 'device.updated'")
  assert.deepEqual(audit, [{ before: { serial_number: 'SN-1' }, after: { serial_number: 'SN-2' } }])

  const { id: person, email } = await addUser(app, 'operator')
  await savePreferences(app.service.db, person, { device_columns: ['serial_number'] })
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  const form = await browser.go('/devices/new')
  assert.match(form.text, /<label for="serial_number">Serial number</)
  const fields = { name: 'Pump', module: 'factory', tags: '', notes: '', expected_interval_s: '' }
  assert.equal((await browser.send('/devices/new', { ...fields, serial_number: 'SN-3' })).status, 201)
  const settings = await browser.go('/devices/2/settings')
  assert.match(settings.text, /name="serial_number" type="text" value="SN-3"/)
  const { module: _, ...kept } = fields
  await browser.send('/devices/2/settings', { ...kept, version: '1', offline_after_s: '', serial_number: 'SN-4' })
  assert.deepEqual(await serials(), ['SN-2', 'SN-4'])
  assert.match((await browser.go('/devices/2')).text, /<span>Serial number SN-4</)
  assert.match((await browser.go('/devices')).text, /data-label="Serial number">SN-4</)

  const file = (await browser.go('/devices.csv')).text
  assert.match(file, /^name,module,.*,serial_number,id,/)
  const csv = file.replaceAll('Boiler', 'Second boiler').replaceAll('Pump', 'Second pump')
  await browser.go('/devices/import')
  assert.match((await browser.send('/devices/import', { csv, step: 'check' })).text, /data-label="Serial number">SN-2</)
  assert.equal((await browser.send('/devices/import', { csv, step: 'add' })).status, 201)
  assert.deepEqual(await serials(), ['SN-2', 'SN-4', 'SN-2', 'SN-4'])

  const yaml = await exported(app)
  assert.match(yaml, / {4}serial_number: SN-2\\n/)
  await importFile(app, yaml.replace('serial_number: SN-2', 'serial_number: SN-5'))
  assert.deepEqual(await serials(), ['SN-5', 'SN-4', 'SN-2', 'SN-4'])
  const { data } = (await (await app.logIn('admin'))('GET', '/api/admin/export')).body
  assert.equal(data.devices[0].serial_number, 'SN-5')
})

test('the command that adds a device takes a serial number', async (t) => {
  const env = { DATABASE_URL: await databaseUrl(t) }
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['src/main.ts', 'device', ...args, '--json'], { encoding: 'utf8', env })
  const long = run('add', 'Lift', '--module', 'factory', '--serial-number', 'x'.repeat(61))
  assert.deepEqual([long.status, long.stderr], [1, 'serial_number: must have at most 60 characters\\n'])
  assert.equal(run('add', 'Lift', '--module', 'factory', '--serial-number', 'SN-6').status, 0)
  const [device] = JSON.parse(run('list').stdout)
  assert.deepEqual([device.name, device.serial_number], ['Lift', 'SN-6'])
})
`,
}
