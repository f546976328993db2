import { noteChange } from './refresh-regions.ts'

let timer: ReturnType<typeof setTimeout> | undefined

/** Refreshes parts of the page at the times that the server has set. */
export function startRefreshTimer(): void {
  wait()
  document.addEventListener('tocsin:looked', wait)
  document.addEventListener('htmx:after:swap', wait)
}

function wait(): void {
  clearTimeout(timer)
  const seconds = [...document.querySelectorAll<HTMLElement>('[data-again]')].map(({ dataset }) =>
    Number(dataset.again),
  )
  if (seconds.length === 0) return
  timer = setTimeout(
    () => {
      if (sessionStorage.getItem('paused') !== 'yes') noteChange({ topic: 'again', data: { event: 'again' } })
      else wait()
    },
    Math.min(...seconds) * 1_000,
  )
}
