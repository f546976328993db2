import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savePreferences } from '../src/core/people/preferences/preferences.ts'
import { openBrowser } from './harness/browser.ts'
import { startReachableApp } from './harness/reachable.ts'

const ALSO = /<p class="also critical">(.*?)<\/p>/s
const said = (page: string) => {
  const [, line] = ALSO.exec(page) ?? []
  return line
    ?.replaceAll(/<[^>]*>/g, '')
    .trim()
    .replaceAll('\u202f', ' ')
}

test('a second critical alert of an incident is in the headline of pages and messages', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [ana, boris, secret] = [await addReachable(), await addReachable(), await addReachable()]
  await savePreferences(app.service.db, boris.id, { language: 'de' })
  await secret.call('PATCH', `/api/mobile/me/contact-methods/${secret.methodId}`, { details: 'minimal' })
  const room = await app.createDevice({ module: 'health', name: 'Room 3' })
  const browser = openBrowser(app.url)
  await browser.logIn(ana.call.email)
  const onPage = async () => said((await browser.go('/incidents/1')).text)
  const reads = async (metrics: object) => {
    await room.send({ ts: Number(app.now()), metrics })
    await app.fastForward({ seconds: 30 })
  }
  await reads({ systolic: 230 })
  assert.equal(await onPage(), undefined)
  await reads({ systolic: 230, spo2: 90 })
  assert.equal(await onPage(), 'also oxygen saturation 90 % (at or below 91)')
  const link = new URL(ana.browser.received.at(-1)!.payload.notification.navigate).pathname
  assert.equal(said(await (await fetch(`${app.url}${link}`)).text()), 'also oxygen saturation 90 % (at or below 91)')

  await ana.call('POST', '/api/mobile/incidents/1/acknowledgement')
  await app.runJobs()
  assert.equal(
    boris.lines().at(-1)?.replaceAll('\u202f', ' '),
    `${ana.name} kümmert sich. Kritisch seit 1 min. Auch Sauerstoffsättigung 90 % (91 oder weniger).`,
  )
  assert.deepEqual([...new Set(secret.lines())], ['Open to see it.'])

  await reads({ systolic: 230, spo2: 90, heart_rate: 150 })
  assert.equal(await onPage(), 'also oxygen saturation 90 % (at or below 91) + 2 more')
  await ana.call('POST', '/api/mobile/incidents/1/resolution')
  assert.equal(await onPage(), undefined)
})
