import type { Words } from '../catalogue.ts'

export const deviceSettings: Words['deviceSettings'] = {
  settings: 'Einstellungen',
  conflict:
    'Jemand anderes hat dieses Gerät inzwischen geändert. Ihre Eingaben stehen noch hier; speichern Sie erneut, damit sie gelten',
  storedNow: (value) => `jetzt gespeichert: ${value}`,
  tokenHint: (hint) =>
    `Das Token endet auf …${hint}. Gespeichert ist ein Hash, daher kann es niemand noch einmal zeigen.`,
  howToConnect: 'So wird verbunden',
  oldToken: 'Das alte Token',
  oldTokenHint: 'Lassen Sie ihm Zeit, wenn das Gerät das neue von Hand bekommt',
  oldTokenGood: 'Das Token davor gilt noch bis',
  endsNow: 'endet sofort',
  endsIn: (duration) => `gilt noch ${duration}`,
  rotate: 'Neues Token machen',
  pause: 'Pause',
  silenceHint: 'Eine Ruhezeit hält Empfänger eine Weile im Stillen. Messwerte, Alarme und Vorfälle gehen weiter.',
  silence: 'Alarme pausieren',
  disableHint: 'Ein abgeschaltetes Gerät wird an der Tür abgewiesen und gilt nie als offline. Sein Verlauf bleibt.',
  enableHint: 'Das Gerät ist abgeschaltet: Was es sendet, wird abgewiesen.',
  disable: 'Gerät abschalten',
  enable: 'Gerät einschalten',
  test: 'Einen Testwert senden',
  testHint:
    'Er nimmt den Weg eines echten, mit allem, was folgt: Das Gerät gilt als gehört, Regeln können Alarm auslösen, Empfänger werden benachrichtigt. Er trägt die Kennung „test“. Werte in den Einheiten, in denen Geräte senden.',
  sendTest: 'Testwert senden',
  delete: 'Gerät löschen',
  deleteHint:
    'Sein Token wird sofort abgewiesen, was von ihm offen ist, wird behoben, und sein Verlauf wird entfernt. Seine Alarme und Vorfälle bleiben. Es gibt keinen Weg zurück.',
  typeName: (name) => `Geben Sie zur Bestätigung seinen Namen ein: ${name}`,
  notItsName: 'stimmt nicht mit seinem Namen überein',
  done: {
    saved: 'Gespeichert.',
    enabled: 'Das Gerät ist eingeschaltet.',
    disabled: 'Das Gerät ist abgeschaltet.',
    tested: 'Der Testwert ist gespeichert.',
  },
}
