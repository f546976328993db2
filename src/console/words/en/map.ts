import { plural } from '../plural.ts'

const count = plural('en')

/** The map of all devices, and what maps say everywhere. */
export const map = {
  title: 'Map',
  label: 'Map of all devices. Arrow keys move it, + and − zoom. The list beside it has the same devices.',
  list: 'Devices with a place',
  shown: (n: number) => count(n, { one: '# device with a place', other: '# devices with a place' }),
  modules: 'Kinds of device',
  statuses: 'Statuses',
  none: 'No device has sent a location yet.',
  noneHint: 'A reading with lat and lng puts its device here:',
  sample: 'A reading with a place',
  noneMatches: 'No device with a place matches.',
  chosen: 'Chosen device',
  heading: 'Heading',
  lastSeen: 'Last seen',
  placeFrom: 'Place from',
  open: 'Open',
  follow: 'Follow',
  close: 'Close',
  track: 'Track',
  trackOff: 'No track',
  more: 'More devices',
  withoutScripts: 'The map needs JavaScript. The list of devices shows the same without it.',
  script: {
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    noStreets: 'No street map configured',
    addStreets: 'Add one',
    noArchive: 'The map file cannot be read; this is the map that is built in.',
    start: 'Start of the track',
    end: 'Last place',
    devices: '# devices',
    follow: 'Follow',
    following: 'Following',
    earth: 'Natural Earth',
  },
}
