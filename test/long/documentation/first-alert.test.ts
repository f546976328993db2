import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '../../documentation/markdown.ts'
import { openStranger } from '../../harness/chromium.ts'
import { follow } from './follow.ts'
import { newcomer } from './reader.ts'

test('the commands of README.md lead from an empty folder to the first alert in a browser', async (t) => {
  const began = Date.now()
  const reader = await newcomer(t)
  await follow('README.md', reader)
  const [, path] = /<http:\/\/localhost:8080(\/\w+)>/.exec(read('README.md'))!
  const { page } = await openStranger(t, reader.url)
  await page.goto(path!)
  await page.fill('input[name=email]', 'you@example.org')
  await page.fill('input[name=password]', reader.known.THE_PASSWORD!)
  await page.press('input[name=password]', 'Enter')
  const alert = page.locator('#alerts tbody tr').first()
  await alert.waitFor()
  assert.match((await alert.textContent()) ?? '', /Systolic blood pressure above 180 mmHg[\s\S]*Bedside monitor/)
  t.diagnostic(`from npm start to the first alert in ${((Date.now() - began) / 1_000).toFixed(1)} s`)
})
