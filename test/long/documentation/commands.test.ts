import { test } from 'node:test'
import { DOCUMENTS } from '../../documentation/markdown.ts'
import { follow, hasCommands, startsService } from './follow.ts'
import { newcomer, settled } from './reader.ts'

/** README.md leads to a first alert, which `first-alert.test.ts` follows. */
const OTHERS = DOCUMENTS.filter((document) => document !== 'README.md' && !document.startsWith('docs/decisions/'))

for (const document of OTHERS.filter(hasCommands)) {
  test(`the commands of ${document} do what it says`, async (t) => {
    await follow(document, await (startsService(document) ? newcomer(t) : settled(t)))
  })
}
