import { ask } from './page/ask.ts'

/** Keeps a public status page fresh without loading it again, and says when that fails. Times are in the zone of the visitor. */
const again = Number(document.body.dataset.again) * 1_000

const clock = new Intl.DateTimeFormat(document.body.dataset.locale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

function sayInZone(): void {
  for (const time of document.querySelectorAll('time')) time.textContent = clock.format(new Date(time.dateTime))
}

async function look(): Promise<void> {
  const response = await ask(location.href, { cache: 'no-cache', headers: { accept: 'text/html' } })
  const [shown, text] = [document.getElementById('status'), response?.ok === true ? response.text : null]
  const fresh = text === null ? null : new DOMParser().parseFromString(text, 'text/html').getElementById('status')
  if (fresh !== null) {
    shown?.replaceWith(document.adoptNode(fresh))
    sayInZone()
  }
  // A page that was deleted is loaded again, to say so.
  else if (response?.status === 404) location.reload()
  else shown?.querySelector('.stale')?.removeAttribute('hidden')
}

const zone = document.querySelector<HTMLInputElement>('input[name="zone"]')
if (zone !== null) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone

sayInZone()
setInterval(() => {
  if (!document.hidden) void look()
}, again)
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void look()
})
