import { beep } from '../page/beep.ts'
import { element } from '../page/element.ts'
import { ownEmail, wantsSound, words } from '../page/page-data.ts'
import { storedDevice } from '../push/stored-device.ts'
import type { StreamChange } from './stream.ts'

const CRITICAL = new Set(['incident.created', 'incident.reopened', 'incident.severity_changed'])
const title = document.title

/** Shows the number of unacknowledged incidents in the title and by the colour of the tab's icon. */
export function showAlertsInTab(): void {
  const count = document.querySelector('#places a[href="/incidents"] .count')?.textContent ?? ''
  document.title = count === '' ? title : `(${count}) ${title}`
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (icon === null) return
  icon.dataset.calm ??= icon.href
  icon.href = count === '' ? icon.dataset.calm : alarmed
}

/** A red diamond: the shape of critical severity. */
const alarmed = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#d3183a" d="M12 1 23 12 12 23 1 12z"/></svg>',
)}`

let speaker: HTMLElement | null = null

/** Announces new critical incidents to screen readers. */
export function announceCritical({ topic, data }: StreamChange): void {
  if (topic !== 'incident' || !CRITICAL.has(data.event) || data.severity !== 'critical') return
  speaker ??= document.body.appendChild(element('p', { class: 'unseen', role: 'alert' }))
  speaker.textContent = (words.newCritical ?? '#').replace('#', String(data.incident_id))
  // A wallboard sounds for what is new on it.
  if (wantsSound && document.getElementById('sound') === null) beep()
  if (document.hidden && mayNotify()) {
    const shown = new Notification(speaker.textContent, { tag: `incident-${data.incident_id}` })
    shown.addEventListener('click', () => location.assign(`/incidents/${data.incident_id}`))
  }
}

/** A device with push messages would show the incident twice. */
const mayNotify = (): boolean =>
  'Notification' in window && Notification.permission === 'granted' && storedDevice(ownEmail) === null
