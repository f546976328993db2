import type { Environment } from '../node/environment.ts'

/** Text for the terminal once the service answers: its address, and how to send a first reading. */
export function welcome(environment: Environment, { setupCode }: { setupCode: string | null }): string {
  const address = `http://localhost:${environment.port}`
  const firstAdmin =
    setupCode === null
      ? []
      : [
          '',
          'There is no administrator yet. Open this link within an hour to create one:',
          '',
          `  ${environment.publicUrl}/setup?code=${setupCode}`,
          '',
          'Or, in another terminal: npx tocsin user add you@example.org --role admin',
        ]
  return [
    '',
    `Tocsin is running at ${environment.publicUrl}`,
    `  data in ${environment.databaseUrl === null ? environment.dataDir : 'the database of DATABASE_URL'}`,
    ...(environment.mqtt === null
      ? []
      : [`  MQTT${environment.mqtt.tls === null ? '' : ' with TLS'} on port ${environment.mqtt.port}`]),
    ...firstAdmin,
    '',
    'A device, its token, and a first reading:',
    '',
    '  npx tocsin device add "Bedside monitor" --module health',
    `  curl ${address}/api/telemetry/ingest -H 'Content-Type: application/json' \\`,
    '    -H \'X-Device-Token: THE_TOKEN\' -d \'{"module":"health","metrics":{"systolic":185,"diastolic":95}}\'',
    '',
    `The alert that it raises: ${environment.publicUrl}/alerts`,
    '',
    'More: npx tocsin --help, and the documents in docs/. Stop with Ctrl+C.',
    '',
    '',
  ].join('\n')
}
