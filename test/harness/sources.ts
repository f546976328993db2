import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../src')
/** All source files without tests, by their path in `src/`. */
export const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/\.test\.ts$/.test(file),
)
export const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
