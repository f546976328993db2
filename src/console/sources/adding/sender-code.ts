import type { SenderName } from './senders.ts'

/** Where a sender sends, and with what. */
export interface Entered {
  /** The whole URL of the source. */
  url: string
  token: string
}

/** Texts for senders that are configured by a file, or by a whole text. */
const CODE: Partial<Record<SenderName, (to: Entered) => string>> = {
  telegraf: ({ url, token }) => `[[outputs.influxdb_v2]]
  urls = ["${url}"]
  token = "${token}"
  organization = "tocsin"
  bucket = "tocsin"`,
  telegrafJson: ({ url, token }) => `[[outputs.http]]
  url = "${url}"
  data_format = "json"
  non_retryable_statuscodes = [413]
  [outputs.http.headers]
    Content-Type = "application/json"
    Authorization = "Bearer ${token}"`,
  homeAssistant: ({ url, token }) => {
    const { protocol, hostname, port, pathname } = new URL(url)
    const isSafe = protocol === 'https:'
    return `influxdb:
  api_version: 2
  host: ${hostname}
  port: ${port || (isSafe ? '443' : '80')}
  ssl: ${isSafe}
  path: ${pathname}
  token: ${token}
  organization: tocsin
  bucket: tocsin
  max_retries: 10
  include:
    domains: [sensor, binary_sensor, climate]`
  },
  esp: ({ url, token }) => `InfluxDBClient client("${url}", "tocsin", "tocsin", "${token}");
Point climate("climate");

void setup() {
  client.setWriteOptions(WriteOptions().writePrecision(WritePrecision::S).bufferSize(100));
  climate.addTag("device", "cellar");
}`,
  prometheus: ({ url, token }) => `remote_write:
  - url: ${url}/api/v1/write
    authorization:
      credentials: ${token}
    write_relabel_configs:
      - source_labels: [__name__]
        regex: up|node_load1|node_filesystem_avail_bytes|node_hwmon_temp_celsius
        action: keep
    queue_config:
      retry_on_http_429: true`,
  openTelemetry: ({ url, token }) => `exporters:
  otlphttp/tocsin:
    endpoint: ${url}
    headers:
      Authorization: Bearer ${token}
service:
  pipelines:
    metrics:
      receivers: [hostmetrics]
      exporters: [otlphttp/tocsin]`,
  traccar: ({ url, token }) => `<entry key='forward.type'>json</entry>
<entry key='forward.url'>${url}</entry>
<entry key='forward.header'>Authorization: Bearer ${token}</entry>
<entry key='forward.retry.enable'>true</entry>
<entry key='event.forward.url'>${url}</entry>
<entry key='event.forward.header'>Authorization: Bearer ${token}</entry>`,
  overland: ({ url, token }) => `overland://setup?url=${encodeURIComponent(url)}&token=${token}&device_id=phone-anna`,
  nightscout: ({ url, token }) => `${url.replace('://', `://${token}@`)}/api/v1/`,
  sigfox: () => '{"device": "{device}", "time": {time}, "seqNumber": {seqNumber}, "data": "{data}"}',
  json: ({ url, token }) =>
    `curl ${url} -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\
  -d '{"device_id": "cellar", "temperature": 14.2}'`,
}

/** Null for a sender with fields that are entered one by one. */
export const senderCode = (name: SenderName, to: Entered): string | null => CODE[name]?.(to) ?? null
