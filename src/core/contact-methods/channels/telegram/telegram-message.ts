import { WORDS } from '../../../../words/words.ts'
import { mapAddress } from '../../../headline/map-address.ts'
import { cut } from '../../../webhooks/formats/event-texts.ts'
import type { ChatPress } from '../channel.ts'
import { callAddress, type PersonalMessage } from '../personal-message.ts'

const TITLE_CHARACTERS = 250
const TEXT_CHARACTERS = 3_500
const SIGNS = { critical: '🔴', warning: '🟠', info: '🔵' }

/** At most 64 bytes. Not secret: Telegram says in which chat it was pressed. */
export const callbackData = ({ notification_id, action }: ChatPress): string => `${action}:${notification_id}`

/** Null: not from one of our buttons. */
export function pressOf(data: string | undefined): ChatPress | null {
  const [, action, notification_id] = /^(acknowledge|resolve):([\w-]{1,40})$/.exec(data ?? '') ?? []
  return action === undefined ? null : { action: action as ChatPress['action'], notification_id: notification_id! }
}

/**
 * Parameters of `sendMessage`. The title is made bold by its position, so no name can be taken for markup. Telegram
 * takes no button for a page that only this machine or network knows; without `linkButton`, the link is in the text.
 * Pure.
 */
export function telegramMessage(chatId: string, message: PersonalMessage, linkButton: boolean): object {
  const { text, severity, quiet, url, language, action, id, block } = message
  const sign = severity === null ? '' : `${quiet ? '🟢' : SIGNS[severity]} `
  const title = `${sign}${cut(message.title, TITLE_CHARACTERS)}`
  const lines = [cut(text, TEXT_CHARACTERS), linkButton ? '' : url].filter((line) => line !== '')
  const presses = (action?.may ?? []).map((may) => ({
    text: action!.labels[may],
    callback_data: callbackData({ notification_id: id, action: may }),
  }))
  const open = { text: WORDS[language].messages.openPage, url }
  const call = action === null ? [] : [{ text: action.labels.call, url: callAddress(action) }]
  const location = block?.location ?? null
  const map = location === null ? [] : [{ text: WORDS[language].headlines.openMap, url: mapAddress(location) }]
  const rows = [presses, linkButton ? [open, ...call] : [], map].filter((row) => row.length > 0)
  return {
    chat_id: chatId,
    text: [title, ...lines].join('\n'),
    entities: [{ type: 'bold', offset: sign.length, length: title.length - sign.length }],
    link_preview_options: { is_disabled: true },
    disable_notification: quiet,
    ...(rows.length === 0 ? {} : { reply_markup: { inline_keyboard: rows } }),
  }
}
