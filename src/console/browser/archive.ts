// Reads archives of tiles (PMTiles). Loaded by maps that have one, and by nothing else.
export { openArchive } from './map/archive.ts'
