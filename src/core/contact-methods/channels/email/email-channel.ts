import { WORDS } from '../../../../words/words.ts'
import type { Channel } from '../channel.ts'
import { callAddress, type PersonalMessage } from '../personal-message.ts'
import { capital, type MailContent, mailHtml, mailText } from './mail-body.ts'
import type { Mail, Mailer } from './mailer.ts'

/** Sends notifications as mails. The mailer may be shared; closing the channel closes it. */
export const emailChannel = (mailer: Mailer, publicUrl: string): Channel<{ address: string }> => ({
  send: ({ address }, message, now) => mailer.send(mailOf(message, address, publicUrl), now),
  close: () => mailer.close(),
})

/**
 * A mail for one notification. All mails about one incident make a conversation: they answer a first mail that nobody has,
 * and their subject stays the same until the incident becomes more severe. Pure.
 */
export function mailOf(message: PersonalMessage, to: string, publicUrl: string): Mail {
  const { id, incident_id, subject, severity, quiet, at } = message
  const content = contentOf(message, publicUrl)
  return {
    to,
    subject,
    text: mailText(content),
    html: mailHtml(content),
    id: `notification-${id}`,
    thread: incident_id === null ? null : `incident-${incident_id}`,
    urgent: severity === 'critical' && !quiet,
    date: at,
  }
}

function contentOf(message: PersonalMessage, publicUrl: string): MailContent {
  const { language, title, text, url, action, block, severity } = message
  const texts = WORDS[language].mails
  const [first, ...others] = text === '' ? [] : text.split('\n')
  return {
    language,
    title,
    // A mail is often read long after it was sent.
    lines: [first, block?.since && capital(block.since), ...others].filter((line) => typeof line === 'string'),
    block: block && { ...block, severity: severity ?? 'info' },
    links:
      action === null
        ? [{ label: texts.open, url }]
        : [
            { label: texts.answer, url },
            { label: action.labels.call, url: callAddress(action) },
          ],
    foot: texts.foot(`${publicUrl}/account/notifications`),
  }
}
