import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const people: Words['people'] = {
  title: 'Personen',
  add: 'Jemanden hinzufügen',
  addButton: 'Person hinzufügen',
  person: 'Person',
  role: 'Rolle',
  state: 'Zustand',
  lastSeen: 'Zuletzt da',
  sessions: 'Sitzungen',
  tokens: 'Token',
  since: 'Seit',
  you: 'Sie',
  states: { enabled: 'Aktiv', invited: 'Eingeladen', disabled: 'Gesperrt' },
  onlyYou:
    'Sie sind hier allein. Fügen Sie die Menschen hinzu, die Alarme sehen, sich um Vorfälle kümmern oder etwas einrichten sollen.',
  roleHints: {
    viewer: 'Sieht alles, was Geräte melden, und ändert nichts.',
    operator: 'Kümmert sich um Alarme und Vorfälle und richtet Geräte, Regeln und Ruhezeiten ein.',
    admin: 'Darf alles, auch Webhooks, Personen und Einstellungen.',
  },
  form: {
    email: 'E-Mail',
    emailHint: 'Damit meldet die Person sich an. Es wird nichts dorthin geschickt.',
    invite: 'Einladung erzeugen',
    inviteHint: 'Sie erhalten einen Link zum Weitergeben; damit wählt die Person ihr Passwort selbst.',
  },
  link: {
    invitationTitle: 'Einladung',
    resetTitle: 'Link zu einem neuen Passwort',
    give: (email) =>
      `Geben Sie diesen Link an ${email} weiter, auf einem Weg, den niemand sonst mitliest: Wer ihn hat, kann ihn benutzen.`,
    once: 'Er gilt einmal und wird nie wieder gezeigt. Er gilt bis',
    label: 'Link',
    done: 'Ich habe ihn weitergegeben',
  },
  page: {
    role: 'Rolle',
    roleHint: 'Wer danach weniger darf als vorher, wird überall abgemeldet.',
    change: 'Rolle ändern',
    lastAdmin:
      'Nur diese Person kann Tocsin noch verwalten. Geben Sie erst jemand anderem diese Rolle; danach lässt sich ihre ändern oder ihr Konto sperren.',
    isYou: 'Das ist Ihr eigenes Konto. Wenn Sie sich selbst Rechte nehmen, muss jemand anderes sie Ihnen zurückgeben.',
    access: 'Zugang',
    disable: 'Sperren',
    disableHint: 'Die Person wird überall abgemeldet, ihre Token enden. Was sie getan hat, bleibt im Protokoll.',
    enable: 'Entsperren',
    enableHint: 'Die Person kann sich mit ihrem Passwort wieder anmelden. Ihre früheren Token bleiben beendet.',
    link: 'Link zum Passwort erzeugen',
    linkInvited: 'Neue Einladung erzeugen',
    linkHint: 'Für jemanden, der seins vergessen hat. Das bisherige gilt, bis der Link benutzt wird.',
    linkInvitedHint: 'Ein neuer Link zum Weitergeben. Der vorige gilt dann nicht mehr.',
    logOut: 'Überall abmelden',
    logOutHint: 'Beendet die Sitzungen und die Anmeldungen von Apps. Token für Programme bleiben.',
    noSessions: 'Die Person ist nirgends angemeldet.',
    noTokens: 'Die Person hat keine Token.',
    audit: 'Was sie geändert hat',
  },
  done: {
    changed: 'Gespeichert.',
    loggedOut: 'Die Person ist überall abgemeldet.',
    revoked: 'Das Token ist widerrufen.',
  },
  allTokens: {
    title: 'API-Token',
    hint: 'Womit Programme handeln: Token, die jemand angelegt hat, und die Anmeldungen von Apps. Gespeichert sind nur Hashes.',
    none: 'Es gibt keine Token. Programme, die etwas lesen oder einrichten, brauchen eins.',
    of: (email) => `Nur die von ${email}`,
    everybody: 'Die von allen zeigen',
    make: 'Ein eigenes Token anlegen',
  },
  count: (n) => count(n, { one: '# Person', other: '# Personen' }),
}
