import { noteChange } from './regions.ts'

let timer: ReturnType<typeof setTimeout> | undefined

/** Looks at parts of the page anew when the server said that it would be worth it. */
export function lookAgain(): void {
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
