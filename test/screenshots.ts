// Takes screenshots of every page, light and dark, wide and narrow, into a folder: npm run screenshots
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BY_COMMAND } from '../src/core/audit-log/record-change.ts'
import { loadDemo } from '../src/fleet/demo/manage-demo.ts'
import { allPages, seedAll } from './harness/all-pages.ts'
import { startApp } from './harness/app.ts'
import { closeBrowser, openWindow } from './harness/chromium.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'data', 'screenshots')
const DOCS: Record<string, string> = {
  'overview-1280-light.png': 'console-light.png',
  'devices-1-1280-dark.png': 'console-dark.png',
}

after(closeBrowser)

test('every page is pictured', async (t) => {
  mkdirSync(FOLDER, { recursive: true })
  const app = await startApp(t)
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  await app.runJobs()
  await app.fastForward({ minutes: 4 })
  const seeded = await seedAll(t, app)
  // The page of a device with a track and a day of readings.
  const [moving] = await app.rows<{ id: number }>("select id from devices where name = 'Truck 21'")
  for (const width of [1_280, 390]) {
    for (const scheme of ['light', 'dark'] as const) {
      const { page, go } = await openWindow(t, app, { width, scheme, expects: /./ })
      const paths = allPages(app, { ...seeded, ids: { ...seeded.ids, '/devices': String(moving!.id) } })
      for (const path of paths) {
        await go(path)
        await page.waitForTimeout(600)
        const name =
          path === '/' ? 'overview' : path.slice(1).replace(/[/.]/g, '-').replace(`devices-${moving!.id}`, 'devices-1')
        await page.screenshot({ path: join(FOLDER, `${name}-${width}-${scheme}.png`), fullPage: width === 390 })
      }
    }
  }
  for (const [from, to] of Object.entries(DOCS)) copyFileSync(join(FOLDER, from), join(ROOT, 'docs', to))
})
