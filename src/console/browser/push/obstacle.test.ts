import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BrowserFacts, obstacleBehind, pushObstacle } from './obstacle.ts'
import { isMadeWith, keyBytes } from './server-key.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Version/18.4 Mobile Safari/604.1'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15'
const GOOD: BrowserFacts = {
  ...{ isSecure: true, hasPush: true, userAgent: MAC, touchPoints: 0, isStandalone: false, permission: 'default' },
}
const obstacle = (changes: Partial<BrowserFacts>) => pushObstacle({ ...GOOD, ...changes })

test('what stands in the way of push messages is known before anybody is asked', () => {
  assert.equal(obstacle({}), null)
  assert.equal(obstacle({ permission: 'granted' }), null)
  assert.equal(obstacle({ permission: 'denied' }), 'denied')
  assert.equal(obstacle({ hasPush: false, permission: null }), 'unsupported')
  // Without https, browsers hide service workers, too.
  assert.equal(obstacle({ isSecure: false, hasPush: false, permission: null }), 'insecure')
})

test('an iPhone or iPad needs the Home Screen first; opened from there, an old iOS is unsupported', () => {
  const without = { hasPush: false, permission: null, userAgent: IPHONE }
  assert.equal(obstacle({ ...without, touchPoints: 5 }), 'home_screen')
  assert.equal(obstacle({ ...without, userAgent: MAC, touchPoints: 5 }), 'home_screen')
  assert.equal(obstacle({ ...without, userAgent: MAC }), 'unsupported')
  assert.equal(obstacle({ ...without, isStandalone: true }), 'unsupported')
  assert.equal(obstacle({ userAgent: IPHONE, isStandalone: true }), null)
})

test('a subscription that fails names its obstacle', () => {
  const named = (name: string) => obstacleBehind(new DOMException('', name))
  assert.deepEqual(
    [named('TimeoutError'), named('NotAllowedError'), named('AbortError')],
    ['timeout', 'denied', 'rejected'],
  )
  assert.equal(obstacleBehind(null), 'rejected')
})

test('a subscription under another key of the server is recognized', () => {
  const [one, other] = [Buffer.alloc(65, 0xfb).toString('base64url'), Buffer.alloc(65, 2).toString('base64url')]
  assert.deepEqual(Buffer.from(keyBytes(one)), Buffer.alloc(65, 0xfb))
  assert.deepEqual([isMadeWith(keyBytes(one).buffer, one), isMadeWith(keyBytes(one).buffer, other)], [true, false])
  assert.equal(isMadeWith(null, one), true)
})
