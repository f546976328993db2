import type { Words } from '../catalogue.ts'

export const readiness: Words['readiness'] = {
  title: 'Erreichbarkeit',
  what: 'Würde jemand von einem Vorfall benachrichtigt? Hindernisse stehen zuerst.',
  links: {
    notifications: 'Meine Benachrichtigungen',
    address: 'URL angeben',
    heartbeat: 'Lebenszeichen einstellen',
    policies: 'Eskalationsregeln',
    onCall: 'Bereitschaft',
  },
  fine: 'Keine Hindernisse gefunden. Senden Sie sich trotzdem ab und zu eine Testnachricht.',
  question: 'Was geschähe, wenn dieses Gerät ausfiele?',
  ask: 'Anzeigen',
  people: 'Personen und ihre Kontaktwege',
  problems: {
    outbound_off: {
      title: 'Es wird nichts gesendet',
      todo: 'Dieser Dienst wurde als Kopie gestartet, die nichts sendet, wie nach der Probe einer Sicherung: Keine Benachrichtigung und kein Webhook verlässt ihn. Wer ihn betreibt, startet den Dienst, auf den sich Menschen verlassen, ohne diese Angabe.',
    },
    nobody_reachable: {
      title: 'Noch kann niemand benachrichtigt werden',
      todo: 'Niemand hat einen bestätigten Kontaktweg, daher beginnt keine Eskalation. Jede Person fügt ihren eigenen unter „Meine Benachrichtigungen“ hinzu: Browser oder Telefon, E-Mail-Adresse, ntfy oder Telegram.',
    },
    critical_reaches_nobody: {
      title: 'Ein kritischer Vorfall würde niemanden erreichen',
      todo: 'Keine der Personen in den Schritten unten ist erreichbar. Lassen Sie sie einen Kontaktweg hinzufügen, oder nehmen Sie weitere in die Eskalationsregel auf.',
    },
    on_call_gap: {
      title: 'Ein Bereitschaftsplan erreicht in den nächsten sieben Tagen zeitweise niemanden',
      todo: 'Niemand hat dann Bereitschaft, oder nur die genannte Person, deren Konto deaktiviert ist oder die keinen bestätigten Kontaktweg hat. Sie fügt unter „Meine Benachrichtigungen“ einen hinzu, oder jemand anders übernimmt die Schicht.',
    },
    no_public_url: {
      title: 'Links führen auf den Rechner der lesenden Person',
      todo: 'Die URL dieses Dienstes ist lokal: Kein Telefon kann Push-Nachrichten abonnieren, und Links in Nachrichten gehen ins Leere. Geben Sie die https-URL an, unter der er erreichbar ist.',
    },
    public_url_insecure: {
      title: 'Push-Nachrichten brauchen https',
      todo: 'Die URL dieses Dienstes ist unverschlüsseltes http, daher kann kein Browser Push-Nachrichten abonnieren. Stellen Sie einen Proxy mit https vor den Dienst und geben Sie dessen URL an.',
    },
    no_heartbeat: {
      title: 'Wenn dieser Rechner ausfällt, merkt es niemand',
      todo: 'Legen Sie bei einem Dienst anderswo, etwa healthchecks.io oder Uptime Kuma auf einem anderen Rechner, eine Prüfung mit 1 Minute Abstand und 5 Minuten Frist an, und geben Sie deren URL unter „Einstellungen“ an. Tocsin ruft sie jede Minute auf, solange Alarme Menschen erreichen können; bleibt das aus, schlägt der andere Dienst Alarm.',
    },
    person_unreachable: {
      title: 'Personen ohne bestätigten Kontaktweg',
      todo: 'Sie werden nicht benachrichtigt, bis sie unter „Meine Benachrichtigungen“ einen hinzufügen.',
    },
  },
  form: {
    device: 'Gerät',
    deviceHint: 'Name oder #ID. Leer: irgendein Gerät ohne eigene Eskalationsregel.',
    severity: 'Schwere',
    at: 'Zeit',
    zone: (zone) => `In ${zone}.`,
  },
  rehearsal: {
    policy: (name) => `Eskalationsregel „${name}“, wenn niemand antwortet:`,
    step: (n) => `Schritt ${n}`,
    emptyStep: 'Niemand. Der nächste Schritt folgt sofort.',
    givenUp: (rounds) =>
      rounds === 1
        ? 'Die Eskalation endet nach einer Runde.'
        : `Die Eskalation endet nach ${rounds} Runden mit diesen Schritten.`,
    nobodyTold:
      'Die Eskalation endet. Niemand wurde benachrichtigt, daher werden alle mit der Rolle Verwaltend auf allen Kontaktwegen benachrichtigt.',
    held: (until) => `zurückgehalten bis ${until} (stille Stunden)`,
    whyNot: {
      no_method: 'nicht benachrichtigt: kein bestätigter Kontaktweg',
      min_severity: 'nicht benachrichtigt: wünscht nur höhere Schweregrade',
    },
    nobody: 'Niemand würde benachrichtigt.',
    info: 'Niemand. Hinweise benachrichtigen nie jemanden.',
    noRounds: 'Niemand. Die Eskalationsregel sieht für diese Schwere keine Runde vor.',
  },
  kinds: { push: 'Push', email: 'E-Mail', ntfy: 'ntfy', telegram: 'Telegram', webhook: 'Webhook' },
  columns: {
    person: 'Person',
    role: 'Rolle',
    verified: 'Bestätigt',
    broken: 'Gestört',
    lastOk: 'Letzte angenommene Nachricht',
  },
}
