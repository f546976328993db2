import { plural } from '../plural.ts'

const count = plural('en')

/** The map page, and texts of all maps. */
export const map = {
  title: 'Map',
  label: 'Map of all devices. Arrow keys move it, + and − zoom. The list beside it has the same devices.',
  list: 'Devices with a location',
  shown: (n: number) => count(n, { one: '# device with a location', other: '# devices with a location' }),
  modules: 'Modules',
  statuses: 'Statuses',
  none: 'No device has sent a location yet.',
  noneHint: 'A reading with lat and lng puts its device on the map:',
  sample: 'Reading with a location',
  noneMatches: 'No devices with a location match these filters.',
  chosen: 'Selected device',
  heading: 'Heading',
  lastSeen: 'Last seen',
  placeFrom: 'Location from',
  open: 'Open',
  follow: 'Follow',
  close: 'Close',
  geofences: 'Geofences',
  track: 'Track',
  trackOff: 'No track',
  more: 'More devices',
  withoutScripts: 'The map needs JavaScript. The list of devices shows the same without it.',
  script: {
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    streets: 'Streets for this area',
    askForStreets: 'An administrator can turn on streets for this area.',
    noTiles: 'Streets can’t be loaded from their server.',
    reportIssue: 'Report a map issue',
    noArchive: 'The map file can’t be read. This is the built-in map.',
    start: 'Start of the track',
    end: 'Last location',
    devices: '# devices',
    follow: 'Follow',
    following: 'Following',
    earth: 'Natural Earth, GeoNames',
    /** Points of the compass from north, clockwise. */
    points: 'N NE E SE S SW W NW',
  },
}
