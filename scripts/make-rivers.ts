// Writes src/console/assets/world/rivers.bin.br, the rivers of the map at city zoom: Natural Earth at 1:10 million, which is
// in the public domain. No package of npm has them. Debian's libmagics++-data has, as a shapefile:
//   apt-get download libmagics++-data && dpkg-deb -x libmagics++-data_*.deb magics
//   node scripts/make-rivers.ts magics/usr/share/magics/10m/ne_10m_rivers_lake_centerlines.shp
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Point, simplified } from '../src/console/assets/world/simplify.ts'
import { encodeWorld, NOWHERE } from '../src/console/assets/world-format.ts'

const RESULT = join(import.meta.dirname, '../src/console/assets/world/rivers.bin.br')
/** In degrees: 200 m, less than the lines are off. */
const TOLERANCE = 0.002
const STEPS_PER_DEGREE = 1_000
const HEADER_BYTES = 100
const POLYLINE = 3

/** Lines of a shapefile: records of a length in big-endian words, then numbers in little-endian. */
function* linesIn(file: Buffer): Generator<Point[]> {
  for (let at = HEADER_BYTES; at < file.length; at += 8 + 2 * file.readInt32BE(at + 4)) {
    const record = at + 8
    if (file.readInt32LE(record) !== POLYLINE) continue
    const [parts, points] = [file.readInt32LE(record + 36), file.readInt32LE(record + 40)]
    const startOf = (part: number) => (part === parts ? points : file.readInt32LE(record + 44 + 4 * part))
    const first = record + 44 + 4 * parts
    for (let part = 0; part < parts; part++) {
      const from = startOf(part)
      yield Array.from({ length: startOf(part + 1) - from }, (_, place) => {
        const point = first + 16 * (from + place)
        return [file.readDoubleLE(point), file.readDoubleLE(point + 8)] as const
      })
    }
  }
}

const rivers = [...linesIn(readFileSync(process.argv[2]!))].map((line) => simplified(line, TOLERANCE).flat())
writeFileSync(RESULT, brotliCompressSync(encodeWorld({ ...NOWHERE, rivers }, STEPS_PER_DEGREE)))
