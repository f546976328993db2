export type Point = readonly [x: number, y: number]

/** Leaves out points that are no further than `tolerance` from the line without them (Douglas and Peucker). Pure. */
export function simplified(line: readonly Point[], tolerance: number): Point[] {
  const isKept = new Uint8Array(line.length)
  isKept[0] = isKept[line.length - 1] = 1
  const parts: [number, number][] = [[0, line.length - 1]]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [from, to] = part
    let [farthest, most] = [-1, tolerance]
    for (let at = from + 1; at < to; at++) {
      const far = distance(line[at]!, line[from]!, line[to]!)
      if (far > most) [farthest, most] = [at, far]
    }
    if (farthest === -1) continue
    isKept[farthest] = 1
    parts.push([from, farthest], [farthest, to])
  }
  return line.filter((_, at) => isKept[at] === 1)
}

/** Distance of a point from a line segment. Pure. */
export function distance([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / length))
  return Math.hypot(x - fromX - along * dx, y - fromY - along * dy)
}
