import { element } from '../page/element.ts'
import type { Chart, ChartGroup } from './chart.ts'

const FAR = 10
const ZOOM = 2

let speaker: HTMLElement | null = null

/** One polite live region for all charts; only the last text is read out. */
function say(text: string): void {
  speaker ??= document.body.appendChild(element('p', { class: 'unseen', role: 'status', id: 'chart-says' }))
  speaker.textContent = text
}

/** Arrow keys read the values one by one, Home and End go to the ends, + and − zoom around the cursor. */
export function readByKeys({ holder, data, readout }: Chart, group: ChartGroup): void {
  let place: number | null = null

  function go(to: number): void {
    const { t } = data.lines
    const first = t.findIndex((time) => time >= group.view.min)
    const last = t.findLastIndex((time) => time <= group.view.max)
    if (first === -1 || last < first) return
    place = Math.max(first, Math.min(last, to))
    group.point(t[place]!)
    say(readout.say(place))
  }

  function zoom(factor: number): void {
    const { min, max } = group.view
    const around = place === null ? (min + max) / 2 : data.lines.t[place]!
    const length = (max - min) / factor
    const share = (around - min) / (max - min)
    const from = Math.max(group.whole.min, around - length * share)
    const to = Math.min(group.whole.max, from + length)
    const isWhole = from <= group.whole.min && to >= group.whole.max
    group.setView(isWhole ? null : { min: from, max: to })
    say((isWhole ? group.words.whole : group.words.zoomed) ?? '')
  }

  holder.addEventListener('keydown', (event) => {
    const { t } = data.lines
    const now = place ?? t.length - 1
    const step = event.shiftKey ? FAR : 1
    const acts: Record<string, () => void> = {
      ArrowLeft: () => go(place === null ? now : now - step),
      ArrowRight: () => go(place === null ? now : now + step),
      Home: () => go(0),
      End: () => go(t.length - 1),
      '+': () => zoom(ZOOM),
      '=': () => zoom(ZOOM),
      '-': () => zoom(1 / ZOOM),
      Escape: () => {
        group.setView(null)
        say(group.words.whole ?? '')
      },
    }
    const act = acts[event.key]
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  })
  holder.addEventListener('blur', () => {
    place = null
    group.point(null)
  })
}
