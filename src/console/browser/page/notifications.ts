/** A button that asks for permission to notify; the browser stores the answer. */
export function askForNotifications(): void {
  const place = document.querySelector<HTMLElement>('[data-notifications][hidden]')
  if (place === null || !('Notification' in window)) return
  const [button, said] = [place.querySelector('button')!, place.querySelector<HTMLElement>('[role=status]')!]
  const show = (permission: NotificationPermission) => {
    const text = permission === 'default' ? undefined : said.dataset[permission]
    if (text !== undefined) said.textContent = text
    button.hidden = permission !== 'default'
  }
  place.hidden = false
  show(Notification.permission)
  button.addEventListener('click', () => void Notification.requestPermission().then(show))
}
