/** A short tone. Browsers play it only after a click on the page, or on the one before it. */
export function beep(): void {
  const context = new AudioContext()
  const [tone, volume] = [context.createOscillator(), context.createGain()]
  tone.frequency.value = 880
  volume.gain.setValueAtTime(0.2, context.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.6)
  tone.connect(volume).connect(context.destination)
  tone.start()
  tone.stop(context.currentTime + 0.6)
}

const DECIDED_WITHIN_MS = 2_000

/** Whether a tone would be heard now: until somebody has clicked, a player does not start. */
export async function mayBeep(): Promise<boolean> {
  const player = new AudioContext()
  const late = new Promise<boolean>((decide) => setTimeout(() => decide(false), DECIDED_WITHIN_MS))
  const isAllowed = await Promise.race([player.resume().then(() => true), late])
  void player.close()
  return isAllowed
}
