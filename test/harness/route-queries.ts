/** Queries that routes need for a response, by the route. */
export const ROUTE_QUERIES: Record<string, string> = {
  '/api/mobile/devices/:id/series': 'metric=systolic',
  '/api/mobile/devices/:id/readings/export': 'format=ndjson',
  '/api/mobile/devices/:id/track/export': 'format=geojson',
  '/api/admin/audit/export': 'format=ndjson',
  '/api/admin/rules/:key/explain': 'device_id=1',
  '/audit/export': 'format=csv',
  // Devices of both sites.
  '/compare': 'series=1:systolic,9:systolic,10:speed_kmh&range=1h',
  '/compare/export': 'series=1:systolic,9:systolic,10:speed_kmh&range=1h',
  '/devices/:id/readings/export': 'format=csv',
  '/devices/:id/track/export': 'format=gpx',
  '/devices/:id/series.json': 'metrics=systolic',
}
