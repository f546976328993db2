// Takes screenshots of every page, light and dark, wide and narrow, in each language, into a folder: npm run screenshots
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BY_COMMAND } from '../src/core/audit-log/record-change.ts'
import { savePreferences } from '../src/core/people/preferences/preferences.ts'
import { loadDemo } from '../src/fleet/demo/manage-demo.ts'
import { LANGUAGES } from '../src/words/words.ts'
import { allPages, seedAll, showAsFamily } from './harness/all-pages.ts'
import { startApp } from './harness/app.ts'
import { closeBrowser, openWindow } from './harness/chromium.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'data', 'screenshots')
const DOCS: Record<string, string> = {
  'overview-1280-light.png': 'console-light.png',
  'devices-1-1280-dark.png': 'console-dark.png',
}

const LOOKS = LANGUAGES.flatMap((language) =>
  [1_280, 390].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme, language }))),
)

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
  const paths = allPages(app, { ...seeded, ids: { ...seeded.ids, '/devices': String(moving!.id) } })
  for (const { width, scheme, language } of LOOKS) {
    const { page, go, email } = await openWindow(t, app, { width, scheme, expects: /./ })
    const [user] = await app.rows<{ id: number }>('select id from users where email = $1', [email])
    await showAsFamily(app)
    await app.rows('update users set name = $2 where id = $1', [user!.id, 'Ada'])
    await savePreferences(app.service.db, user!.id, { language, zone: 'Europe/Ljubljana' })
    for (const path of paths) {
      await go(path)
      await page.waitForTimeout(600)
      const name =
        path === '/' ? 'overview' : path.slice(1).replace(/[/.]/g, '-').replace(`devices-${moving!.id}`, 'devices-1')
      const file = `${[name, width, scheme, ...(language === 'en' ? [] : [language])].join('-')}.png`
      await page.screenshot({ path: join(FOLDER, file), fullPage: width === 390 })
    }
  }
  for (const [from, to] of Object.entries(DOCS)) copyFileSync(join(FOLDER, from), join(ROOT, 'docs', to))
})
