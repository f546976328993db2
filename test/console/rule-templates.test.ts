import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addUser, openBrowser } from '../harness/browser.ts'

test('the page of a rule offers it as a template to those who may create rules', async (t) => {
  const app = await startApp(t)
  for (const role of ['viewer', 'operator'] as const) {
    const browser = openBrowser(app.url)
    await browser.logIn((await addUser(app, role)).email)
    const page = (await browser.go('/rules/factory.smoke')).text
    assert.equal(page.includes('href="/rules/new?from=factory.smoke"'), role === 'operator', role)
  }
})

test('a second rule from the same template gets a key of its own', async (t) => {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'operator')).email)
  const keyOf = async () =>
    /<input[^>]*name="key"[^>]*value="([^"]*)"/.exec((await browser.go('/rules/new?from=factory.smoke')).text)?.[1]
  const first = await keyOf()
  assert.equal(first, 'factory.smoke.copy')
  const admin = await app.logIn('admin')
  const { body } = await admin('GET', '/api/admin/rules/factory.smoke')
  const { condition, levels, title } = body.data.definition ?? body.data
  const made = await admin('POST', '/api/admin/rules', {
    key: first,
    name: 'Smoke in the oven',
    condition,
    levels,
    title,
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(await keyOf(), 'factory.smoke.copy2')
})
