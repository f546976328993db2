import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const people: Words['people'] = {
  title: 'Personen',
  add: 'Person hinzufügen',
  addButton: 'Person hinzufügen',
  person: 'Person',
  role: 'Rolle',
  state: 'Zustand',
  lastSeen: 'Zuletzt aktiv',
  sessions: 'Sitzungen',
  tokens: 'Token',
  since: 'Hinzugefügt',
  you: 'Sie',
  states: { enabled: 'Aktiv', invited: 'Eingeladen', disabled: 'Gesperrt' },
  onlyYou:
    'Bisher nur Sie. Fügen Sie die Personen hinzu, die Alarme beobachten, sich um Vorfälle kümmern oder Tocsin einrichten.',
  roleHints: {
    viewer: 'Sieht alle Gerätedaten, ändert nichts.',
    operator: 'Kümmert sich um Alarme und Vorfälle und richtet Geräte, Regeln und Ruhezeiten ein.',
    admin: 'Darf alles, auch Webhooks, Personen und Einstellungen.',
  },
  form: {
    email: 'E-Mail',
    emailHint: 'Ihr Login. Wir senden keine E-Mails.',
    invite: 'Einladung erzeugen',
    inviteHint: 'Sie erhalten einen Link zum Weitergeben. Damit wählt die Person ihr Passwort selbst.',
  },
  link: {
    invitationTitle: 'Einladung',
    resetTitle: 'Link zum Passwort',
    give: (email) => `Geben Sie diesen Link vertraulich an ${email} weiter: Wer ihn hat, kann ihn benutzen.`,
    once: 'Er funktioniert einmal und wird nicht noch einmal angezeigt. Gültig bis',
    label: 'Link',
    done: 'Ich habe ihn weitergegeben',
  },
  page: {
    role: 'Rolle',
    roleHint: 'Wer Rechte verliert, wird überall abgemeldet.',
    change: 'Rolle ändern',
    lastAdmin:
      'Das ist das letzte Administratorkonto. Geben Sie erst jemand anderem diese Rolle, bevor Sie sie hier ändern oder das Konto sperren.',
    isYou: 'Das ist Ihr eigenes Konto. Wenn Sie sich selbst Rechte nehmen, muss jemand anderes sie wiederherstellen.',
    access: 'Zugang',
    disable: 'Sperren',
    disableHint:
      'Die Person wird überall abgemeldet, ihre Token werden widerrufen. Ihre Aktionen bleiben im Protokoll.',
    enable: 'Entsperren',
    enableHint: 'Die Person kann sich mit ihrem Passwort wieder anmelden. Widerrufene Token bleiben widerrufen.',
    link: 'Link zum Passwort erzeugen',
    linkInvited: 'Neue Einladung erzeugen',
    linkHint: 'Für Personen, die ihr Passwort vergessen haben. Das aktuelle gilt, bis der Link benutzt wird.',
    linkInvitedHint: 'Ein neuer Link zum Weitergeben. Der vorige gilt dann nicht mehr.',
    logOut: 'Überall abmelden',
    logOutHint: 'Beendet die Sitzungen und die Anmeldungen von Apps. Token für Programme bleiben gültig.',
    noSessions: 'Keine aktiven Sitzungen.',
    noTokens: 'Keine Token.',
    audit: 'Ihre Änderungen',
  },
  done: {
    changed: 'Gespeichert.',
    loggedOut: 'Überall abgemeldet.',
    revoked: 'Token widerrufen.',
  },
  allTokens: {
    title: 'API-Token',
    hint: 'Zugänge für Programme: Token, die jemand angelegt hat, und Anmeldungen von Apps. Gespeichert sind nur Hashes.',
    none: 'Noch keine Token. Programme, die die API benutzen, brauchen eines.',
    of: (email) => `Nur Token von ${email}`,
    everybody: 'Token von allen anzeigen',
    make: 'Eigenes Token anlegen',
  },
  count: (n) => count(n, { one: '# Person', other: '# Personen' }),
}
