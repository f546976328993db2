import { plural } from '../plural.ts'

const count = plural('en')

/** Geofences that rules name. */
export const geofences = {
  title: 'Geofences',
  hint: 'Draw an area once and use it in any number of rules. Maps show it with its name.',
  none: 'No geofences yet. Add one to use the same area in several rules.',
  add: 'Add geofence',
  name: 'Name',
  shape: 'Shape',
  circle: 'Circle',
  polygon: 'Polygon',
  radius: (radius: string) => `Circle, radius ${radius}`,
  corners: (n: number) => count(n, { one: 'Polygon, # corner', other: 'Polygon, # corners' }),
  usedBy: 'Used by',
  rules: (n: number) => count(n, { one: '# rule', other: '# rules' }),
  unused: 'No rule uses it.',
  area: 'Area',
  changeHint: 'A change applies at once to all rules that use it: each gets a new version.',
  delete: 'Delete geofence',
  deleteHint: 'It can be deleted once no rule uses it.',
  done: {
    created: 'Geofence added.',
    saved: 'Saved. Rules that use it have the new area.',
    deleted: 'Geofence deleted.',
  } as Record<string, string>,
}
