// Reads tile archives (PMTiles). Loaded only by maps with an archive.
export { openTileArchive as openArchive } from './map/archive.ts'
