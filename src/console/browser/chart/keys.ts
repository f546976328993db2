import { element } from '../page/element.ts'
import type { Chart, ChartGroup } from './chart.ts'

const FAR = 10
const ZOOM = 2
/** The shortest range to zoom to, in seconds. */
const SHORTEST_S = 4

let speaker: HTMLElement | null = null
/** The time that is read; kept when a zoom exchanges the chart. */
let reading: number | null = null

/** One polite live region for all charts; only the last text is read out. */
function say(text: string): void {
  speaker ??= document.body.appendChild(element('p', { class: 'unseen', role: 'status', id: 'chart-says' }))
  speaker.textContent = text
}

/** Arrow keys read the values one by one, Home and End go to the ends, + and − zoom around the cursor. */
export function readByKeys({ holder, plot, readout }: Chart, group: ChartGroup): void {
  const times = () => plot.data[0] as number[]
  const placeOf = (at: number) =>
    times().reduce((best, time, place) => (nearer(time, times()[best]!, at) ? place : best), 0)

  function go(to: number): void {
    const first = times().findIndex((time) => time >= group.view.min)
    const last = times().findLastIndex((time) => time <= group.view.max)
    if (first === -1 || last < first) return
    reading = times()[Math.max(first, Math.min(last, to))]!
    group.point(reading)
    say(readout.say(reading))
  }

  /** By steps from the time that is read; the first step reads the last value. */
  function step(by: number): void {
    go(reading === null ? times().length - 1 : placeOf(reading) + by)
  }

  function zoom(factor: number): void {
    const { min, max } = group.view
    const around = reading ?? times().findLast((time) => time >= min && time <= max) ?? max
    const length = Math.max(SHORTEST_S, (max - min) / factor)
    const from = around - length * ((around - min) / (max - min))
    // There are no readings of the future.
    const to = Math.min(from + length, Math.max(group.whole.max, Date.now() / 1_000))
    group.zoom({ min: from, max: to })
    say(group.words.zoomed ?? '')
  }

  holder.addEventListener('keydown', (event) => {
    const far = event.shiftKey ? FAR : 1
    const acts: Record<string, () => void> = {
      ArrowLeft: () => step(-far),
      ArrowRight: () => step(far),
      Home: () => go(0),
      End: () => go(times().length - 1),
      '+': () => zoom(ZOOM),
      '=': () => zoom(ZOOM),
      '-': () => zoom(1 / ZOOM),
      Escape: () => {
        group.reset()
        say(group.words.whole ?? '')
      },
    }
    const act = acts[event.key]
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  })
  holder.addEventListener('blur', () => {
    if (!holder.isConnected) return
    reading = null
    group.point(null)
  })
}

const nearer = (one: number, other: number, at: number): boolean => Math.abs(one - at) < Math.abs(other - at)
