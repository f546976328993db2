// Reads tile archives (PMTiles). Loaded only by maps with an archive.
export { openArchive } from './map/archive.ts'
