export const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

const known = new Map<string, number>()
let context: CanvasRenderingContext2D | null = null

/** Width of a text in pixels. */
export function textWidth(text: string, font: string): number {
  const key = `${font} ${text}`
  const found = known.get(key)
  if (found !== undefined) return found
  context ??= document.createElement('canvas').getContext('2d')!
  context.font = font
  const { width } = context.measureText(text)
  known.set(key, width)
  return width
}
