/** Marks a configuration file, as GET /api/admin/export and `tocsin config` write it. */
export const CONFIGURATION_FORMAT = 'tocsin-configuration-1'
