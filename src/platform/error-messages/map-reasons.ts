/** Faults of tile servers, and of map archives and their sources: a part of `REASONS`. */
export const MAP_REASONS = {
  tiles_lack: (names: string) => `must hold ${names}`,
  tiles_placeholders: 'may hold no placeholders but {z}, {x}, {y}, {s} and {r}',
  tiles_subdomain: 'may have {s} only as the first part of its host',
  archive_name: 'must be an address, or the name of a file that ends with .pmtiles',
  archive_absent: 'is no file in the folder of maps of this node',
  archive_foreign: 'is no PMTiles archive of version 3',
  archive_kind: 'has tiles that maps cannot draw: vector tiles, PNG, JPEG, WebP and AVIF, plain or with gzip, can be',
  archive_incomplete: 'is incomplete: it ends before its tiles do',
  archive_large: (gibibytes: number) => `must be at most ${gibibytes} GiB`,
  archive_no_room: (gibibytes: number) =>
    `does not fit on the disk of this node, where ${gibibytes} GiB must stay free`,
  streets_unreachable: (host: string) => `cannot be read: ${host} does not answer`,
  streets_moved: (to: string) => `has moved to ${to}: enter that address`,
  streets_absent: 'is not there: its server answers 404',
  streets_refused: (status: number) => `cannot be read: its server answers ${status}`,
  streets_no_parts: 'cannot be read in parts: its server ignores range requests',
  streets_changed: 'has changed on its server meanwhile',
  streets_slow: 'cannot be read: its server is too slow',
  streets_none: 'has no tiles of this area',
  streets_large: (gibibytes: number) => `has more than ${gibibytes} GiB for this area: choose a smaller one`,
}
