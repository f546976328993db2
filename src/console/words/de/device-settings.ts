import type { Words } from '../catalogue.ts'

export const deviceSettings: Words['deviceSettings'] = {
  settings: 'Einstellungen',
  storedNow: (value) => `gespeichert: ${value}`,
  tokenHint: (hint) =>
    `Das Token endet auf …${hint}. Gespeichert ist nur ein Hash, daher lässt es sich nicht noch einmal anzeigen.`,
  howToConnect: 'So verbinden Sie es',
  oldToken: 'Altes Token',
  oldTokenHint: 'Lassen Sie es gültig, wenn Sie das neue von Hand auf das Gerät bringen',
  oldTokenGood: 'Das vorige Token gilt noch bis',
  endsNow: 'endet sofort',
  endsIn: (duration) => `gilt noch ${duration}`,
  rotate: 'Token erneuern',
  pause: 'Ruhezeit oder Deaktivieren',
  silenceHint: 'Eine Ruhezeit pausiert Benachrichtigungen. Messwerte, Alarme und Vorfälle laufen weiter.',
  silence: 'Ruhezeit anlegen',
  disableHint:
    'Messwerte eines deaktivierten Geräts werden abgelehnt, und es gilt nie als offline. Sein Verlauf bleibt erhalten.',
  enableHint: 'Dieses Gerät ist deaktiviert: Seine Messwerte werden abgelehnt.',
  disable: 'Gerät deaktivieren',
  enable: 'Gerät aktivieren',
  test: 'Einen Testwert senden',
  testHint:
    'Wird genau wie ein echter Messwert behandelt: Das Gerät gilt als gesehen, Regeln können Alarme auslösen, Benachrichtigungen werden gesendet. Er trägt das Flag „test“. Geben Sie Werte in den Einheiten ein, in denen Geräte senden.',
  sendTest: 'Testwert senden',
  delete: 'Gerät löschen',
  deleteHint:
    'Sein Token gilt nicht mehr, seine offenen Alarme und Vorfälle werden behoben, und sein Verlauf wird gelöscht. Die Alarme und Vorfälle selbst bleiben erhalten. Das lässt sich nicht rückgängig machen.',
  typeName: (name) => `Geben Sie zur Bestätigung den Gerätenamen ein: ${name}`,
  done: {
    saved: 'Gespeichert.',
    enabled: 'Gerät aktiviert.',
    disabled: 'Gerät deaktiviert.',
    tested: 'Testwert gespeichert.',
  },
}
