import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONTACT_KINDS, channelKind } from '../../../core/contact-methods/channels/channels.ts'
import { kindWords } from '../../../core/contact-methods/channels/kind-words.ts'
import { WORDS } from '../../../words/words.ts'
import { ICONS } from '../../assets/icon-names.ts'
import { iconOf } from './method-list.ts'

test('each kind of contact method has an icon of the console', () => {
  const icons: readonly string[] = ICONS
  assert.deepEqual(
    CONTACT_KINDS.filter((kind) => !icons.includes(iconOf(kind))),
    [],
  )
})

test('each kind that shows something once has words for it', () => {
  for (const kind of CONTACT_KINDS) {
    const { shownOnce, verifiedBy } = channelKind(kind)
    if (shownOnce !== undefined || verifiedBy === 'chat') assert.ok(kindWords(WORDS.en, kind).once, kind)
  }
})
