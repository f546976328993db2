// Made of src/core/vocabulary/modules.ts by `npm run schemas`; not to be edited.

export type Module =
  | 'health'
  | 'vehicle'
  | 'factory'
  | 'home_infra'
  | 'worker'
  | 'fleet'
