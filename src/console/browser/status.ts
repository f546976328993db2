import { ask } from './page/ask.ts'

/** Keeps a public status page fresh without loading it again, and says when that fails. */
const again = Number(document.body.dataset.again) * 1_000

async function look(): Promise<void> {
  const response = await ask(location.href, { cache: 'no-cache', headers: { accept: 'text/html' } })
  const [shown, text] = [document.getElementById('status'), response?.ok === true ? response.text : null]
  const fresh = text === null ? null : new DOMParser().parseFromString(text, 'text/html').getElementById('status')
  if (fresh !== null) shown?.replaceWith(document.adoptNode(fresh))
  // A page that was deleted is loaded again, to say so.
  else if (response?.status === 404) location.reload()
  else shown?.querySelector('.stale')?.removeAttribute('hidden')
}

setInterval(() => {
  if (!document.hidden) void look()
}, again)
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void look()
})
