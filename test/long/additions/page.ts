import type { Addition } from '../../harness/addition.ts'

/** A page on what is stored already: the devices whose battery is nearly empty. */
export const addition: Addition = {
  title: 'Adding a page',
  toy: 'batteries',
  atMost: 6,
  adds: {
    'src/console/batteries/batteries-page.ts': `import type { FastifyPluginAsync } from 'fastify'
import { ALL_DEVICES, type DeviceRecord, listDevices } from '../../core/devices/lists/list-devices.ts'
import { type Html, html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import { shell } from '../frame/page/layout.ts'
import { showPage } from '../frame/page/pages-and-forms.ts'
import type { Reader } from '../frame/page/reader.ts'

const LOW_PERCENT = 20
const MOST_DEVICES = 1_000

/** Devices whose battery is nearly empty, the emptiest first. */
export const batteriesPage: FastifyPluginAsync<ConsoleContext> = async (server, { db }) => {
  showPage(server, 'viewer', 'site', '/batteries', {
    async show(reader) {
      const devices = await listDevices(db, reader.listed, ALL_DEVICES, { afterId: 0, limit: MOST_DEVICES })
      const low = devices.filter(({ battery }) => battery !== null && battery <= LOW_PERCENT)
      return batteriesView(
        reader,
        low.sort((one, other) => one.battery! - other.battery!),
      )
    },
  })
}

function batteriesView(reader: Reader, devices: readonly DeviceRecord[]): Html {
  const words = reader.t.batteries
  return shell(
    reader,
    { title: words.title, place: 'batteries' },
    devices.length === 0
      ? html\`<p>\${words.none}</p>\`
      : dataTable<DeviceRecord>({
          caption: words.title,
          rows: devices,
          key: ({ id }) => id,
          address: ({ id }) => \`/devices/\${id}\`,
          columns: [
            { name: words.device, kind: 'main', show: ({ id, name }) => html\`<a href="/devices/\${id}">\${name}</a>\` },
            { name: words.battery, kind: 'number', show: ({ battery }) => \`\${battery} %\` },
          ],
        }),
  )
}
`,
  },
  edits: {
    'src/console/console.ts': [
      [
        "import type { ConsoleContext } from './console-context.ts'\n",
        "import { batteriesPage } from './batteries/batteries-page.ts'\nimport type { ConsoleContext } from './console-context.ts'\n",
      ],
      [
        '    await pages.register(searchRoutes, context)\n',
        '    await pages.register(searchRoutes, context)\n    await pages.register(batteriesPage, context)\n',
      ],
    ],
    'src/console/frame/page/navigation.ts': [
      [
        "      { key: 'alerts', address: '/alerts', icon: 'bell', role: 'viewer' },\n",
        "      { key: 'alerts', address: '/alerts', icon: 'bell', role: 'viewer' },\n      { key: 'batteries', address: '/batteries', icon: 'zap', role: 'viewer' },\n",
      ],
    ],
    'src/words/en.ts': [
      ["    alerts: 'Alerts',\n    incidents:", "    alerts: 'Alerts',\n    batteries: 'Batteries',\n    incidents:"],
      [
        '\nexport const people = {',
        `
/** The page of batteries. */
export const batteries = {
  title: 'Batteries',
  device: 'Device',
  battery: 'Battery',
  none: 'No battery is nearly empty.',
}

export const people = {`,
      ],
    ],
    'src/words/de.ts': [
      ["    alerts: 'Alarme',\n    incidents:", "    alerts: 'Alarme',\n    batteries: 'Batterien',\n    incidents:"],
      [
        '\nexport const people: ',
        `
export const batteries: typeof en.batteries = {
  title: 'Batterien',
  device: 'Gerät',
  battery: 'Batterie',
  none: 'Keine Batterie ist fast leer.',
}

export const people: `,
      ],
    ],
  },
  proof: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { addUser, openBrowser } from './harness/browser.ts'

test('the page of batteries lists the devices that need a new one', async (t) => {
  const app = await startApp(t)
  const pump = await app.createDevice({ name: 'Pump', module: 'factory' })
  const press = await app.createDevice({ name: 'Press', module: 'factory' })
  await pump.send({ metrics: { temperature: 40 }, battery: 12 })
  await press.send({ metrics: { temperature: 40 }, battery: 80 })
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'viewer')).email)
  const page = await browser.go('/')
  assert.match(page.text, /href="\\/batteries"/)
  const { status, text } = await browser.go('/batteries')
  assert.equal(status, 200)
  assert.match(text, />Pump<[\\s\\S]*12 %/)
  assert.doesNotMatch(text, />Press</)
})
`,
}
