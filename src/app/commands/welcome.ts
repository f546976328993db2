import type { Config } from '../node/config.ts'

/** What the terminal says once the service answers: where it is, and the way to a first reading. */
export function welcome(config: Config, { setupCode }: { setupCode: string | null }): string {
  const address = `http://localhost:${config.port}`
  const firstAdmin =
    setupCode === null
      ? []
      : [
          '',
          `There is no administrator yet. Open ${config.publicUrl}/setup and enter this code within an hour:`,
          '',
          `  ${setupCode}`,
          '',
          'Or, in another terminal: npx tocsin user add you@example.org --role admin',
        ]
  return [
    '',
    `Tocsin is running at ${config.publicUrl}`,
    `  data in ${config.databaseUrl === null ? config.dataDir : 'the server of DATABASE_URL'}`,
    ...(config.mqtt === null
      ? []
      : [`  MQTT${config.mqtt.tls === null ? '' : ' with TLS'} on port ${config.mqtt.port}`]),
    ...firstAdmin,
    '',
    'A device, its token, and a first reading:',
    '',
    '  npx tocsin device add "Bedside monitor" --module health',
    `  curl ${address}/api/telemetry/ingest -H 'Content-Type: application/json' \\`,
    '    -H \'X-Device-Token: THE_TOKEN\' -d \'{"module":"health","metrics":{"systolic":185,"diastolic":95}}\'',
    '',
    `The alert that it raises: ${config.publicUrl}/alerts`,
    '',
    'More: npx tocsin --help, and the documents in docs/. Stop with Ctrl+C.',
    '',
    '',
  ].join('\n')
}
