import type { SETTING_REASONS } from '../../../platform/setting-reasons.ts'

/** Why a setting of the installation, or a test of one, is refused or fails: a part of the reasons. */
export const settingReasons: typeof SETTING_REASONS = {
  set_by_environment: 'ist durch die Umgebung dieses Dienstes festgelegt, die Vorrang hat',
  url_path: 'muss aus Schema, Host und Port bestehen, ohne Pfad, etwa https://tocsin.example.org',
  no_mail_server: 'muss ein Mailserver sein, etwa smtps://user:password@mail.example.org',
  no_host: 'muss ein Host sein, etwa mail.example.org',
  no_sender: 'muss eine Adresse sein, etwa Tocsin <alerts@example.org>',
  no_bot_token: 'muss ein Token von @BotFather sein, etwa 123456789:AAE…',
  no_chat: 'ist keine ID eines Chats, etwa 123456789',
  no_ntfy_token: 'muss ein Zugriffstoken von ntfy sein',
  host_never: 'führt zu einer Adresse, bei der kein Server angefragt werden darf',
  secret_of_another: 'muss noch einmal eingegeben werden: Server oder Benutzer sind andere',
  connection_missing: 'Das ist noch nicht eingestellt: Geben Sie es erst ein',
  tests_too_many: 'In der letzten Minute gab es viele Tests; versuchen Sie es später noch einmal',

  nothing_is_sent: 'Dieser Dienst sendet niemandem etwas: Er wurde als Kopie eines anderen gestartet',
  mail_login: (said) => `Der Mailserver hat die Anmeldung abgelehnt (${said}). Prüfen Sie Benutzer und Passwort`,
  mail_not_trusted: (why) =>
    `Zum Mailserver gibt es keine vertrauenswürdige Verbindung (${why}). Prüfen Sie Host, Port und Verschlüsselung`,
  mail_timeout: 'Der Mailserver hat nicht rechtzeitig geantwortet. Prüfen Sie Host und Port',
  mail_no_connection: (why) => `Der Mailserver ist nicht erreichbar (${why}). Prüfen Sie Host und Port`,
  mail_busy: (said) => `Der Mailserver kann gerade keine Mails annehmen (${said}). Versuchen Sie es später`,
  mail_address: (said) => `Der Mailserver hat den Empfänger abgelehnt (${said}). Prüfen Sie die Adresse`,
  mail_relay: (said) => `Der Mailserver nimmt ohne Anmeldung keine Mails an andere an (${said})`,
  mail_refused: (said) => `Der Mailserver hat die Mail abgelehnt (${said}). Prüfen Sie den Absender`,
  http_status: (host, status) => `${host} hat die Anfrage abgelehnt (Status ${status})`,
  http_login: (host, status) => `${host} hat die Anmeldung abgelehnt (Status ${status}). Prüfen Sie das Zugriffstoken`,
  http_unknown: (host) => `${host} kennt unter dieser Adresse nichts (Status 404). Prüfen Sie sie`,
  http_redirect: (host) => `${host} leitet weiter. Geben Sie die Adresse ein, zu der es weiterleitet`,
  http_timeout: (host) => `${host} hat nicht rechtzeitig geantwortet`,
  http_dns: (host) => `${host} ist kein bekannter Host. Prüfen Sie die Schreibweise`,
  http_tls: (host) => `Das Zertifikat von ${host} gilt nicht für diesen Host`,
  http_blocked: (host) => `${host} hat eine Adresse, bei der von hier nichts angefragt werden darf`,
  http_no_connection: (host) => `${host} ist nicht erreichbar`,
  bot_unknown: 'Telegram kennt dieses Token nicht',
  chat_refused: (why) =>
    `Telegram kennt den Bot, aber er kann in diesen Chat nicht schreiben (${why}). Die Person schreibt ihm zuerst, und eine Gruppe fügt ihn hinzu`,
  bot_away: (why) => `Telegram konnte nicht gefragt werden (${why})`,
  somebody_else: (host) => `Unter ${host} antwortet ein anderer Dienst`,
}
