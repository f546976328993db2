import type { Words } from '../catalogue.ts'

export const push: Words['push'] = {
  unreadable: 'Etwas braucht Ihre Aufmerksamkeit. Öffnen Sie Tocsin.',
  acknowledged: 'Bestätigt',
  resolved: 'Behoben',
  acknowledgeFailed: 'Nicht bestätigt',
  resolveFailed: 'Nicht behoben',
  openInstead: 'Tippen, um es stattdessen zu öffnen.',
  enable: 'Auf diesem Gerät aktivieren',
  enabling: 'Warten auf den Browser …',
  enabled: 'Dieses Gerät erhält Benachrichtigungen.',
  obstacles: {
    insecure:
      'Browser erlauben Push-Nachrichten nur auf Adressen mit https://. Öffnen Sie Tocsin über eine solche. Wer Tocsin verwaltet, gibt sie unter „Einstellungen“ als URL dieses Dienstes an.',
    unsupported:
      'Dieser Browser unterstützt keine Push-Nachrichten. Versuchen Sie es mit Chrome, Edge, Firefox oder Safari in der aktuellen Version.',
    home_screen:
      'Auf iPhone und iPad brauchen Push-Nachrichten Tocsin auf dem Home-Bildschirm: Tippen Sie auf „Teilen“, dann auf „Zum Home-Bildschirm“, öffnen Sie Tocsin von dort, und kommen Sie auf diese Seite zurück. Nötig ist iOS 16.4 oder neuer.',
    denied:
      'Dieser Browser blockiert Benachrichtigungen von Tocsin. Erlauben Sie sie in seinen Einstellungen für diese Seite, und versuchen Sie es dann erneut.',
    dismissed:
      'Der Browser hat gefragt, ob er Benachrichtigungen erlauben soll, und keine Antwort erhalten. Versuchen Sie es erneut.',
    timeout:
      'Der Push-Dienst dieses Browsers hat nicht geantwortet. Prüfen Sie das Netz, oder nehmen Sie einen anderen Browser.',
    rejected:
      'Der Push-Dienst dieses Browsers hat abgelehnt. Manche Browser schalten ihn ab; versuchen Sie es mit einem anderen.',
    unreachable: 'Tocsin ist nicht erreichbar. Versuchen Sie es erneut.',
    unsaved: 'Dieses Gerät wurde nicht gespeichert.',
  },
}
