import type { LOGIN_REASONS } from '../../../platform/login-reasons.ts'

/** Why logins, and what people log in with, are refused: a part of the reasons. */
export const loginReasons: typeof LOGIN_REASONS = {
  wrong_login: 'E-Mail oder Passwort sind falsch',
  login_throttled: 'Zu viele fehlgeschlagene Anmeldungen; warten Sie vor dem nächsten Versuch',
  logins_busy: 'Zu viele Anmeldungen auf einmal; versuchen Sie es noch einmal',
  passwords_away: 'Passwörter lassen sich gerade nicht prüfen; versuchen Sie es noch einmal',
  password_changed: 'Das Passwort wurde inzwischen geändert',
  dead_link: 'Dieser Link gilt nicht mehr',
  set_up_already: 'Dieser Dienst ist schon eingerichtet',
  set_up_code: 'Dieser Code ist falsch, verbraucht oder älter als eine Stunde',
  email_taken: 'Jemanden mit dieser E-Mail gibt es schon',
  last_administrator: 'Nur diese Person kann noch verwalten; geben Sie erst jemand anderem die Rolle',
  code_needed: 'wird gebraucht: der Code einer Authentifizierungs-App oder ein Wiederherstellungscode',
  code_refused: 'ist falsch, zu alt oder schon benutzt',
  codes_used_up: (most) =>
    `wird von dieser IP-Adresse nach ${most} falschen nicht mehr angenommen; verwenden Sie einen Wiederherstellungscode, einen Passkey oder eine andere Adresse`,
  app_code_wrong: 'ist nicht der Code, den die App zu diesem Schlüssel zeigt',
  passkey_unknown: 'Dieser Passkey ist hier nicht bekannt',
  passkey_refused: 'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal',
  passkey_not_added: 'Der Passkey ließ sich nicht hinzufügen. Versuchen Sie es noch einmal',
  passkey_known: 'Dieser Passkey wurde schon hinzugefügt',
  passkeys_impossible:
    'Passkeys brauchen einen Hostnamen und https; wer Tocsin verwaltet, gibt die URL unter „Einstellungen“ an',
  passkeys_most: (most) => `Es gibt schon ${most} Passkeys. Entfernen Sie welche`,
  draft_over: 'Diese Seite war zu lange offen. Beginnen Sie von vorn',
  no_factor: 'Es gibt keinen zweiten Faktor',
  last_factor: 'Sie brauchen einen zweiten Faktor. Fügen Sie einen anderen hinzu, bevor Sie diesen entfernen',
  factor_needed: 'Sie brauchen einen zweiten Faktor. Richten Sie erst einen in der Konsole ein',
  proof_needed: 'Bestätigen Sie erst, dass Sie es sind',
  pending_login_over: 'Diese Anmeldung hat zu lange gedauert. Geben Sie Ihr Passwort noch einmal ein',
  oidc_away: (host) => `${host} ist nicht verfügbar. Melden Sie sich anders an, oder versuchen Sie es noch einmal`,
  oidc_invalid: (host) =>
    `Die Antwort von ${host} ist ungültig. Melden Sie sich noch einmal an; wenn es wieder geschieht, sagen Sie es denen, die Tocsin verwalten`,
  oidc_declined: (host) => `${host} hat Sie nicht angemeldet`,
  oidc_over:
    'Diese Anmeldung hat zu lange gedauert, wurde schon benutzt oder in einem anderen Browser begonnen. Melden Sie sich noch einmal an',
  oidc_unverified: (host) =>
    `${host} hat Ihre E-Mail nicht bestätigt. Lassen Sie sie dort bestätigen, oder melden Sie sich anders an`,
  oidc_not_added: (email) => `Für ${email} gibt es kein Konto. Wer Tocsin verwaltet, muss Sie erst hinzufügen`,
  oidc_look_alike: (email) =>
    `${email} mischt Buchstaben mehrerer Schriften und kann aussehen wie eine andere E-Mail-Adresse. Wer Tocsin verwaltet, muss Sie erst hinzufügen`,
  oidc_not_again: (host) =>
    `${host} hat Sie nicht noch einmal nach Ihrer Anmeldung gefragt. Melden Sie sich dort ab und versuchen Sie es noch einmal`,
  oidc_linked_otherwise: (email) =>
    `Das Konto von ${email} ist mit einer anderen Anmeldung verknüpft. Wer Tocsin verwaltet, muss die Verknüpfung erst lösen`,
  oidc_linked_meanwhile: 'Das Konto wurde inzwischen verknüpft. Melden Sie sich noch einmal an',
  oidc_only_login: 'Anders können Sie sich nicht anmelden. Lassen Sie sich erst ein Passwort geben',
  user_disabled: 'Dieses Konto ist deaktiviert',
}
