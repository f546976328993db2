import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Addition } from '../../harness/addition.ts'

const last = readdirSync('migrations').sort().at(-2)!
// The addition of a column has the number before.
const next = String(Number(last.slice(0, 4)) + 2).padStart(4, '0')
const written = (name: string): string => readFileSync(join(import.meta.dirname, 'record', `${name}.txt`), 'utf8')

/** Technicians of a site, or of the whole installation: whom people call in the night, with a name and a phone number. */
export const addition: Addition = {
  title: 'Adding a record',
  toy: 'technician',
  atMost: 21,
  adds: {
    [`migrations/${next}-technician.sql`]: written('technician.sql'),
    'src/core/sites/technicians/technician-shapes.ts': written('technician-shapes.ts'),
    'src/core/sites/technicians/technician-store.ts': written('technician-store.ts'),
    'src/core/sites/technicians/manage-technicians.ts': written('manage-technicians.ts'),
    'src/core/sites/technicians/technicians-in-files.ts': written('technicians-in-files.ts'),
    'src/doors/people/admin/technician-routes.ts': written('technician-routes.ts'),
    'src/console/technicians/technician-pages.ts': written('technician-pages.ts'),
  },
  edits: {
    'src/doors/people/admin/admin-api.ts': [
      [
        "import { tokenRoutes } from './token-routes.ts'\n",
        "import { technicianRoutes } from './technician-routes.ts'\nimport { tokenRoutes } from './token-routes.ts'\n",
      ],
      [
        '  await server.register(refusalRoutes, api)\n',
        '  await server.register(refusalRoutes, api)\n  await server.register(technicianRoutes, api)\n',
      ],
    ],
    'src/console/console.ts': [
      [
        "import { webhookPages } from './webhooks/webhook-pages.ts'\n",
        "import { technicianPages } from './technicians/technician-pages.ts'\nimport { webhookPages } from './webhooks/webhook-pages.ts'\n",
      ],
      [
        '    await pages.register(webhookPages, context)\n',
        '    await pages.register(technicianPages, context)\n    await pages.register(webhookPages, context)\n',
      ],
    ],
    'src/console/frame/page/navigation.ts': [
      [
        "      { key: 'webhooks', address: '/webhooks', icon: 'webhook', role: 'operator' },\n",
        "      { key: 'technicians', address: '/technicians', icon: 'wrench', role: 'viewer' },\n      { key: 'webhooks', address: '/webhooks', icon: 'webhook', role: 'operator' },\n",
      ],
    ],
    'src/console/audit-log/audit-table.ts': [
      ["  user: '/users/',\n", "  user: '/users/',\n  technician: '/technicians/',\n"],
    ],
    'src/core/configuration/sections.ts': [
      [
        "import { sitesInFiles } from '../sites/sites-in-files.ts'\n",
        "import { sitesInFiles } from '../sites/sites-in-files.ts'\nimport { techniciansInFiles } from '../sites/technicians/technicians-in-files.ts'\n",
      ],
      ['  geofencesInFiles,\n', '  techniciansInFiles,\n  geofencesInFiles,\n'],
    ],
    'src/platform/site-contents.ts': [
      [
        "  policies: ['escalation policy', 'escalation policies'],\n",
        "  policies: ['escalation policy', 'escalation policies'],\n  technicians: ['technician', 'technicians'],\n",
      ],
    ],
    'src/words/en.ts': [
      [
        "    silences: 'Silences',\n    sources:",
        "    silences: 'Silences',\n    technicians: 'Technicians',\n    sources:",
      ],
      ["    silence: 'Silences',\n", "    silence: 'Silences',\n    technician: 'Technicians',\n"],
      [
        "    'geofence.created': 'Added a geofence',\n",
        "    'technician.created': 'Added a technician',\n    'technician.deleted': 'Deleted a technician',\n    'technician.updated': 'Changed a technician',\n    'geofence.created': 'Added a geofence',\n",
      ],
      ['geofences, silences, webhooks, schedules or', 'geofences, silences, technicians, webhooks, schedules or'],
      [
        '\n/** Words that are said first of an incident',
        `
export const technicians = {
  title: 'Technicians',
  none: 'No technicians yet. Add the people to call when something must be repaired.',
  add: 'Add technician',
  name: 'Name',
  phone: 'Phone number',
  delete: 'Delete technician',
  done: { created: 'Technician added.', saved: 'Saved.', deleted: 'Technician deleted.' } as Record<string, string>,
}

/** Words that are said first of an incident`,
      ],
    ],
    'src/words/de.ts': [
      [
        "    silences: 'Stummschaltungen',\n    sources:",
        "    silences: 'Stummschaltungen',\n    technicians: 'Techniker',\n    sources:",
      ],
      ["    silence: 'Stummschaltungen',\n", "    silence: 'Stummschaltungen',\n    technician: 'Techniker',\n"],
      [
        "    'geofence.created': 'Geofence hinzugefügt',\n",
        "    'technician.created': 'Techniker hinzugefügt',\n    'technician.deleted': 'Techniker gelöscht',\n    'technician.updated': 'Techniker geändert',\n    'geofence.created': 'Geofence hinzugefügt',\n",
      ],
      ['Geofences, Stummschaltungen, Webhooks, Ber', 'Geofences, Stummschaltungen, Techniker, Webhooks, Ber'],
      [
        "    silences: ['Stummschaltung', 'Stummschaltungen'],\n",
        "    silences: ['Stummschaltung', 'Stummschaltungen'],\n    technicians: ['Techniker', 'Techniker'],\n",
      ],
      [
        '\nexport const geofences: typeof en.geofences = {',
        `
export const technicians: typeof en.technicians = {
  title: 'Techniker',
  none: 'Noch keine Techniker. Fügen Sie hinzu, wer für Reparaturen angerufen wird.',
  add: 'Techniker hinzufügen',
  name: 'Name',
  phone: 'Telefonnummer',
  delete: 'Techniker löschen',
  done: { created: 'Techniker hinzugefügt.', saved: 'Gespeichert.', deleted: 'Techniker gelöscht.' },
}

export const geofences: typeof en.geofences = {`,
      ],
    ],
    'test/access/route-needs.ts': [
      [
        "import { saveStatusPage } from '../../src/core/status-pages/manage-status-page.ts'\n",
        "import { createTechnician } from '../../src/core/sites/technicians/manage-technicians.ts'\nimport { saveStatusPage } from '../../src/core/status-pages/manage-status-page.ts'\n",
      ],
      [
        '/** By method and address. Functions',
        "const technician = { name: 'Ana', phone: '+386 1 234 567' }\n\n/** By method and address. Functions",
      ],
      [
        "  'POST /api/admin/rules': async",
        "  'POST /api/admin/technicians': { body: technician },\n  'PATCH /api/admin/technicians/:id': { body: { phone: '112' } },\n  'POST /api/admin/rules': async",
      ],
      [
        '  deliveries: deadDelivery,\n',
        '  technicians: (app) => createTechnician(app.service.db, technician, BY_COMMAND, app.now()),\n  deliveries: deadDelivery,\n',
      ],
    ],
    'test/access/sites.test.ts': [["  geofences: 'shared',\n", "  geofences: 'shared',\n  technicians: 'shared',\n"]],
    'test/harness/all-pages.ts': [
      [
        "import { saveStatusPage } from '../../src/core/status-pages/manage-status-page.ts'\n",
        "import { createTechnician } from '../../src/core/sites/technicians/manage-technicians.ts'\nimport { saveStatusPage } from '../../src/core/status-pages/manage-status-page.ts'\n",
      ],
      [
        "    '/webhooks': webhook.id,\n",
        "    '/technicians': await createTechnician(db, { name: named, phone: '112' }, BY_COMMAND, app.now()),\n    '/webhooks': webhook.id,\n",
      ],
    ],
    'test/harness/site-worlds.ts': [
      [
        'import { HELD } from',
        "import { createTechnician } from '../../src/core/sites/technicians/manage-technicians.ts'\nimport { HELD } from",
      ],
      [
        '  const silence = { reason: `Silence',
        "  await createTechnician(db, { site_id, name: `Technician of ${name}`, phone: '112' }, BY_COMMAND, now)\n  const silence = { reason: `Silence",
      ],
    ],
    'docs/api.md': [
      [
        '\n### Geofences\n',
        `
### Technicians

People to call when something must be repaired. Reading and changing them needs the role \`operator\`.

- \`GET /api/admin/technicians\` and \`/:id\`.
- \`POST /api/admin/technicians\` with \`name\`, \`phone\` and, if you like, \`site_id\`.
- \`PATCH /api/admin/technicians/:id\` changes \`name\` or \`phone\`, with \`If-Match\` if you like.
- \`DELETE /api/admin/technicians/:id\`.

### Geofences
`,
      ],
    ],
    'docs/configuration.md': [
      [
        '| `geofences` | all of them, if there are any | name |\n',
        '| `technicians` | all of them, if there are any | name |\n| `geofences` | all of them, if there are any | name |\n',
      ],
    ],
  },
  proof: written('proof.ts'),
}
