import { chromium } from 'playwright-core'
import { existsSync } from 'node:fs'
import { chromiumPath } from './harness/chromium-binary.ts'
const [,, name, path, width = '1280', scheme = 'light', action = ''] = process.argv
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox','--disable-gpu','--disable-dev-shm-usage'] })
const state = '/tmp/tp-state.json'
const context = await browser.newContext({ baseURL: 'http://127.0.0.1:21300', viewport: { width: Number(width), height: 900 }, colorScheme: scheme as 'light', locale: 'en-GB', timezoneId: 'Europe/Ljubljana', ...(existsSync(state) ? { storageState: state } : {}) })
const page = await context.newPage()
page.on('console', m => ['error','warning'].includes(m.type()) && console.log(m.type(), m.text()))
page.on('pageerror', e => console.log('PAGEERROR', e.stack))
await page.goto(path!)
if (page.url().includes('/login')) {
  await page.fill('#email', 'me@example.org'); await page.fill('#password', 'a quiet harbour at dawn')
  await page.click('main button'); await page.waitForLoadState()
  await context.storageState({ path: state })
  await page.goto(path!)
}
await page.waitForTimeout(2500)
if (action) console.log(await page.evaluate(action))
await page.screenshot({ path: `/tmp/tp-${name}.png`, fullPage: !path!.startsWith('/map') })
await browser.close()
