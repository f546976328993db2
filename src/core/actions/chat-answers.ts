import sql from 'sql-template-tag'
import type { Database } from '../../platform/database/database.ts'
import { RequestError } from '../../platform/errors.ts'
import { type Language, WORDS } from '../../words/words.ts'
import { findChatAction } from '../contact-methods/action-links.ts'
import { fingerprintOf } from '../contact-methods/address-fingerprint.ts'
import type { ChatHandlers } from '../contact-methods/channels/channel.ts'
import type { ContactKind } from '../contact-methods/channels/channels.ts'
import { verifyByChat } from '../contact-methods/verify-contact-method.ts'
import { DEFAULT_PREFERENCES } from '../people/preferences/preferences.ts'
import type { RuleSet } from '../rules/engine/rule-set.ts'
import { actByLink } from './act-by-link.ts'

export interface ChatAnswers {
  db: Database
  encryptionKey: Buffer
  rules: () => RuleSet
  now: () => Date
  onError: (error: unknown) => void
}

/** Handles the messages and buttons that people send in the chats of a kind of contact method. */
export function chatAnswers(kind: ContactKind, { db, encryptionKey, rules, now, onError }: ChatAnswers): ChatHandlers {
  return {
    async onStart(token, chatId) {
      const owner = await verifyByChat(db, encryptionKey, token, chatId, now())
      const { bot } = WORDS[owner === null ? 'en' : await languageOf(db, owner.user_id)].messages
      return owner === null ? bot.deadLink : bot.connected
    },
    async onPress({ notification_id, action }, chatId) {
      const fingerprint = fingerprintOf(encryptionKey, kind, { chat_id: chatId })
      const link = await findChatAction(db, notification_id, fingerprint, now())
      if (link === null) return WORDS.en.messages.bot.deadButton
      const { bot } = WORDS[{ ...DEFAULT_PREFERENCES, ...link.preferences }.language].messages
      try {
        await actByLink(db, link, { action }, null, rules(), now())
        if (action === 'resolve') return bot.resolved
        return link.call === null ? bot.acknowledged : bot.coming
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        if (error.fault.reason === 'incident_merged') return bot.merged
        return error.statusCode === 409 ? bot.over : bot.viewOnly
      }
    },
    onError,
  }
}

async function languageOf(db: Database, userId: number): Promise<Language> {
  const [user] = await db.query<{ language: Language | null }>(sql`
    select preferences ->> 'language' as language from users where id = ${userId}`)
  return user?.language ?? DEFAULT_PREFERENCES.language
}
