import type { MessageTexts } from './texts-en.ts'

/** Texts of notifications in German. */
export const de: MessageTexts = {
  locale: 'de-DE',
  buttons: { acknowledge: 'Bestätigen', resolve: 'Beheben', call: 'Hilfe rufen' },
  severities: { critical: 'Kritisch', warning: 'Warnung', info: 'Hinweis' },
  incidents: {
    critical: (id) => `Kritischer Vorfall ${id}`,
    warning: (id) => `Vorfall ${id} (Warnung)`,
    info: (id) => `Vorfall ${id} (Hinweis)`,
  },
  open: { one: 'Öffnen, um ihn zu sehen.', many: 'Öffnen, um sie zu sehen.' },
  kinds: { push: 'Push', email: 'E-Mail', ntfy: 'ntfy', telegram: 'Telegram', webhook: 'Webhook' },
  howSince: (severity, time) => `${severity}, seit ${time}`,
  step: (step, steps) => `Schritt ${step} von ${steps}`,
  stillOpen: 'Noch offen.',
  cleared: {
    minimal: (incident) => `${incident}, wieder normal`,
    text: (time, duration) => `Wieder normal seit ${time}, nach ${duration}. Noch nicht behoben.`,
  },
  update: {
    minimal: (incident) => `${incident}: neue Alarme`,
    minimalRose: (incident) => `${incident}: hochgestuft`,
    news: 'Neue Alarme.',
    rose: 'Hochgestuft.',
  },
  acknowledged: {
    minimal: (incident) => `${incident} bestätigt`,
    news: (by) => `${by} kümmert sich.`,
    snoozed: (by, until) => `Zurückgestellt von ${by} bis ${until}.`,
  },
  resolved: {
    minimal: (incident) => `${incident} behoben`,
    title: (what) => `${what}, behoben`,
    by: (name, duration) => `Behoben von ${name} nach ${duration}.`,
    byItself: (duration) => `Automatisch behoben nach ${duration}.`,
  },
  reopened: {
    minimal: (incident) => `${incident} wieder geöffnet`,
    person: (name) => `Wieder geöffnet von ${name}.`,
    alert: 'Wieder ausgelöst.',
    lapsed: 'Bestätigt, aber nicht rechtzeitig behoben.',
  },
  call: {
    minimal: (incident) => `${incident}: Sie werden um Hilfe gebeten`,
    by: (name) => `${name} bittet um Hilfe.`,
    withNote: (name, note) => `${name} bittet um Hilfe: ${note}`,
    coming: 'Ich komme',
  },
  coming: {
    minimal: (incident) => `${incident}: Hilfe kommt`,
    news: (by) => `${by} kommt.`,
  },
  assigned: {
    minimal: (incident) => `${incident} Ihnen zugewiesen`,
    by: (name) => `${name} hat Ihnen das zugewiesen.`,
  },
  digest: {
    minimal: { critical: 'Kritische Vorfälle', warning: 'Vorfälle (Warnung)', info: 'Vorfälle (Hinweis)' },
    title: (count, critical) => (critical === 0 ? `${count} Vorfälle` : `${count} Vorfälle, ${critical} kritisch`),
    quietHours: 'Während Ihrer Ruhezeit:',
    more: (count) => `und ${count} weitere`,
  },
  answers: {
    minimal: {
      acknowledged: 'Vorfälle bestätigt',
      resolved: 'Vorfälle behoben',
      assigned: 'Vorfälle Ihnen zugewiesen',
    },
    acknowledged: (by, count) => `${by} kümmert sich um ${count} Vorfälle`,
    resolved: (count) => `${count} Vorfälle behoben`,
    assigned: (by, count) => `${by} hat Ihnen ${count} Vorfälle zugewiesen`,
    by: (name) => `Behoben von ${name}`,
    byItself: 'Automatisch behoben',
  },
  nobodyTold: {
    minimal: (incident) => `${incident}: niemand benachrichtigt`,
    news: 'Niemand wurde benachrichtigt.',
    text: 'Kein Dienst hat eine Benachrichtigung zu diesem Vorfall angenommen.',
  },
  methodBroken: {
    minimal: 'Ein Kontaktweg funktioniert nicht mehr',
    title: (label) => `Kontaktweg funktioniert nicht mehr: ${label}`,
    text: (kind) => `${kind} nimmt keine Nachrichten mehr dafür an. Fügen Sie ihn neu hinzu oder löschen Sie ihn.`,
    hidden: 'Sein Dienst nimmt keine Nachrichten mehr dafür an. Fügen Sie ihn neu hinzu oder löschen Sie ihn.',
  },
  test: { title: 'Testnachricht von Tocsin', text: (label) => `„${label}“ funktioniert.` },
  verification: {
    title: (code) => `${code} ist Ihr Code für Tocsin`,
    text: (minutes) =>
      `Geben Sie ihn innerhalb von ${minutes} Minuten ein, um hier Benachrichtigungen zu erhalten. ` +
      'Falls Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht.',
  },
  bot: {
    connected: 'Verbunden. Benachrichtigungen kommen ab jetzt hier an.',
    deadLink: 'Dieser Link gilt nicht mehr. Fügen Sie Telegram unter „Meine Benachrichtigungen“ noch einmal hinzu.',
    deadButton: 'Diese Taste gilt nicht mehr.',
    acknowledged: 'Sie haben ihn übernommen. Niemand sonst wird benachrichtigt.',
    coming: 'Wer Sie gerufen hat, weiß jetzt, dass Sie kommen.',
    resolved: 'Behoben.',
    over: 'Er ist schon behoben.',
    merged: 'Er ist jetzt Teil eines anderen Vorfalls. Öffnen Sie den Link, um ihn zu sehen.',
    viewOnly: 'Mit Ihrer Rolle können Sie Vorfälle nur ansehen.',
  },
  handover: {
    begins: 'Sie haben Bereitschaft',
    ended: 'Ihre Bereitschaft ist zu Ende',
    of: (title, schedule) => `${title}: ${schedule}`,
    until: (time) => `Bis ${time}`,
    before: (name) => `Vor Ihnen: ${name}`,
    after: (name) => `Jetzt in Bereitschaft: ${name}`,
  },
  reminder: {
    minimal: 'Ihre Bereitschaft beginnt bald',
    title: (schedule, time) => `Bereitschaft für ${schedule} ab ${time}`,
  },
  gap: {
    minimal: 'Zeitweise hat niemand Bereitschaft',
    title: (schedule) => `Niemand hat Bereitschaft: ${schedule}`,
    fromTo: (from, to) => `Von ${from} bis ${to} hat niemand Bereitschaft.`,
    from: (from) => `Ab ${from} hat niemand Bereitschaft.`,
    daily: 'Zu dieser Zeit ist es an anderen Tagen ebenso.',
  },
  unreachable: {
    minimal: 'Jemand in Bereitschaft ist nicht erreichbar',
    title: (name, schedule) => `${name} ist nicht erreichbar: ${schedule}`,
    fromTo: (name, from, to) => `${name} hat von ${from} bis ${to} Bereitschaft, aber keinen bestätigten Kontaktweg.`,
    from: (name, from) => `${name} hat ab ${from} Bereitschaft, aber keinen bestätigten Kontaktweg.`,
  },
}
