import type { TestApp } from './app.ts'

/** A service that has been used: rows in nearly every table. */
export async function inUse(app: TestApp, receiver: string): Promise<void> {
  const admin = await app.logIn('admin')
  await app.createWebhook({ url: receiver })
  const monitor = await app.createDevice({ name: 'Bedside monitor', module: 'health', tags: ['ward'] })
  const at = (minutes: number) => Math.floor(app.now().getTime() / 1_000) - minutes * 60
  for (const [minutes, systolic] of [
    [200, 120],
    [100, 125],
    [5, 190],
    [4, 185],
  ] as const) {
    await monitor.send({
      ts: at(minutes),
      lat: 46,
      lng: 14,
      metrics: { systolic },
      flags: { fall_detected: systolic > 180 },
    })
  }
  await app.runJobs()
  await admin('POST', '/api/mobile/alerts/1/notes', { text: 'Measured again by hand' })
  await admin('POST', '/api/mobile/incidents/1/acknowledgement')
  await admin('POST', '/api/admin/silences', { reason: 'New switch', duration_s: 600, tags: ['ward'] })
  await monitor.send({ metrics: { spo2: 70 } })
  await admin('POST', '/api/mobile/me/tokens', { name: 'Script' })
  await app.runJobs()
}
