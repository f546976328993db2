import {
  type ChannelSettings,
  isBotToken,
  isNtfyToken,
  type NtfySettings,
  PUBLIC_NTFY,
  webOrigin,
} from '../../core/settings/connections/connection.ts'
import { parseSender, parseSmtpUrl, type SmtpSettings } from '../../core/settings/connections/smtp-settings.ts'

/** Reads the settings of channels, and adds a fault for each mistake. Values are never quoted: most hold secrets. */
export function channelSettings(text: (name: string) => string | null, faults: string[]): ChannelSettings {
  const telegramBotToken = text('TELEGRAM_BOT_TOKEN')
  if (telegramBotToken !== null && !isBotToken(telegramBotToken)) {
    faults.push('TELEGRAM_BOT_TOKEN must be a token of @BotFather such as 123456789:AAE…, not its current value')
  }
  return {
    smtp: smtpSettings(text('SMTP_URL'), text('SMTP_FROM'), faults),
    ntfy: ntfySettings(text('NTFY_URL'), text('NTFY_TOKEN'), faults),
    telegramBotToken,
  }
}

function smtpSettings(url: string | null, from: string | null, faults: string[]): SmtpSettings | null {
  if ((url === null) !== (from === null)) faults.push('SMTP_URL and SMTP_FROM must be set together')
  const server = url === null ? null : parseSmtpUrl(url)
  const sender = from === null ? null : parseSender(from)
  if (url !== null && server === null) {
    faults.push('SMTP_URL must be a URL such as smtps://user:password@mail.example.org, not its current value')
  }
  if (from !== null && sender === null) {
    faults.push(`SMTP_FROM must be an address such as Tocsin <alerts@example.org>, not ${JSON.stringify(from)}`)
  }
  return server === null || sender === null ? null : { ...server, from: sender }
}

function ntfySettings(given: string | null, token: string | null, faults: string[]): NtfySettings {
  const url = webOrigin(given ?? PUBLIC_NTFY)
  if (url === null)
    faults.push(
      'NTFY_URL must be a URL such as https://ntfy.example.org, without a user or a path, not its current value',
    )
  if (token !== null && !isNtfyToken(token)) faults.push('NTFY_TOKEN must be an access token of ntfy')
  return { url: url ?? PUBLIC_NTFY, token, isOwn: given !== null }
}
