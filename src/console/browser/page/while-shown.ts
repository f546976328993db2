/** A signal that is aborted when an exchange of the page's content has removed this element. */
export function whileShown(element: Element): AbortSignal {
  const gone = new AbortController()
  document.addEventListener(
    'htmx:after:swap',
    () => {
      if (!element.isConnected) gone.abort()
    },
    { signal: gone.signal },
  )
  return gone.signal
}
