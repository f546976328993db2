/** Identifies a configuration file, as written by GET /api/admin/export and `tocsin config`. */
export const CONFIGURATION_FORMAT = 'tocsin-configuration-1'
