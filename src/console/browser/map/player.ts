import type { TrackLocation } from '../../map/map-data.ts'
import { onPoint, pointAt } from '../page/cursor.ts'
import { pageLocale } from '../page/language.ts'
import { whileShown } from '../page/while-shown.ts'

/** Seconds of the track per second at ×1. */
const SECONDS_IN_ONE = 60

/** Plays a track: moves the shared cursor of chart and map along it. */
export function mountPlayer(holder: HTMLElement, track: readonly TrackLocation[], zone: string): void {
  const button = holder.querySelector<HTMLButtonElement>('[data-play]')!
  const pace = holder.querySelector<HTMLSelectElement>('select')!
  const moment = holder.querySelector<HTMLInputElement>('[type=range]')!
  const output = holder.querySelector<HTMLTimeElement>('[data-moment]')!
  const use = button.querySelector('use')!
  const [first, last] = [track[0]![0], track.at(-1)![0]]
  const time = new Intl.DateTimeFormat(pageLocale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: zone,
  })
  let isPlaying = false
  let before = 0
  holder.hidden = false

  function show(at: number): void {
    moment.value = String(at)
    const words = time.format(at * 1_000)
    output.textContent = words
    moment.setAttribute('aria-valuetext', words)
  }

  function go(at: number): void {
    show(at)
    pointAt(at, moment)
  }

  function setPlaying(playing: boolean): void {
    isPlaying = playing
    button.querySelector('span')!.textContent = (playing ? button.dataset.wordPause : button.dataset.wordPlay) ?? ''
    use.setAttribute('href', `${use.getAttribute('href')!.split('#')[0]}#${playing ? 'pause' : 'play'}`)
    if (!playing) return
    if (Number(moment.value) >= last) go(first)
    before = performance.now()
    requestAnimationFrame(step)
  }

  function step(now: number): void {
    if (!isPlaying) return
    const at = Math.min(last, Number(moment.value) + ((now - before) / 1_000) * SECONDS_IN_ONE * Number(pace.value))
    before = now
    go(at)
    if (at >= last) setPlaying(false)
    else requestAnimationFrame(step)
  }

  button.addEventListener('click', () => setPlaying(!isPlaying))
  moment.addEventListener('input', () => go(Number(moment.value)))
  const follow = (at: number | null) => {
    if (at !== null && !isPlaying) show(Math.max(first, Math.min(last, at)))
  }
  onPoint(moment, follow, whileShown(holder))
  show(first)
}
