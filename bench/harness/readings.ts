/**
 * The body of the n-th reading of a run: vital signs of a healthy person, so that no rule fires. Each `n` has another
 * position, and `ts` increases from run to run, so no reading is a duplicate.
 */
export function readingBody(n: number, ts: number): string {
  const { systolic, diastolic, heart_rate, spo2, temperature, glucose, lat, lng, battery, signal } = valuesOf(n)
  const metrics =
    `{"systolic":${systolic},"diastolic":${diastolic},"heart_rate":${heart_rate},"spo2":${spo2},` +
    `"temperature":${temperature},"glucose":${glucose}}`
  return (
    `{"module":"health","ts":${ts},"lat":${lat},"lng":${lng},"battery":${battery},"signal":${signal},` +
    `"metrics":${metrics},"flags":{"fall_detected":false,"panic_pressed":false}}`
  )
}

/** The same reading as a line for InfluxDB, in whole milliseconds. */
export function readingLine(n: number, ts: number, device: number): string {
  const { systolic, diastolic, heart_rate, spo2, temperature, glucose, lat, lng, battery, signal } = valuesOf(n)
  return (
    `health,device=${device} systolic=${systolic},diastolic=${diastolic},heart_rate=${heart_rate},spo2=${spo2},` +
    `temperature=${temperature},glucose=${glucose},lat=${lat},lng=${lng},battery=${battery},signal=${signal},` +
    `fall_detected=false,panic_pressed=false ${ts}`
  )
}

/** The same values as The Things Stack sends them of a sensor that is decoded there. */
export function uplinkBody(n: number, ts: number, device: number, session: number): string {
  const { lat, lng, battery, signal, ...metrics } = valuesOf(n)
  const at = new Date(ts).toISOString()
  return JSON.stringify({
    end_device_ids: { device_id: `monitor-${device}`, dev_eui: device.toString(16).toUpperCase().padStart(16, '0') },
    received_at: at,
    uplink_message: {
      session_key_id: `${session}`,
      f_port: 2,
      f_cnt: n,
      decoded_payload: {
        ...metrics,
        battery,
        latitude: lat,
        longitude: lng,
        fall_detected: false,
        panic_pressed: false,
      },
      rx_metadata: [{ gateway_ids: { gateway_id: 'roof' }, rssi: signal, snr: 7.5 }],
      received_at: at,
    },
  })
}

/** Keys of the trapper items that take the same reading in Zabbix. */
export const ITEM_KEYS = [...Object.keys(valuesOf(0)), 'fall_detected', 'panic_pressed']

/** The same reading as values for Zabbix, joined by commas. The nanoseconds differ from reading to reading. */
export function readingValues(n: number, ts: number, device: number): string {
  const clock = Math.floor(ts / 1_000)
  const ns = (ts % 1_000) * 1_000_000 + (n % 1_000_000)
  const values = { ...valuesOf(n), fall_detected: 0, panic_pressed: 0 }
  return Object.entries(values)
    .map(([key, value]) => `{"host":"${hostOf(device)}","key":"${key}","value":"${value}","clock":${clock},"ns":${ns}}`)
    .join(',')
}

/** A reading that breaks a rule at once. */
export const breachBody = (): string => '{"module":"health","metrics":{"systolic":190}}'

export const breachValue = (device: number): string => `{"host":"${hostOf(device)}","key":"systolic","value":"190"}`

/** Name of a device in Zabbix. */
export const hostOf = (device: number): string => `monitor-${device}`

function valuesOf(n: number) {
  return {
    systolic: 108 + (n % 25),
    diastolic: 66 + (n % 17),
    heart_rate: 60 + (n % 37),
    spo2: 96 + (n % 4),
    temperature: (361 + (n % 13)) / 10,
    glucose: 82 + (n % 41),
    // One step is about ten centimetres.
    lat: (48_100_000 + Math.floor(n / 1_000)) / 1e6,
    lng: (11_500_000 + (n % 1_000)) / 1e6,
    battery: 40 + (n % 60),
    signal: -60 - (n % 30),
  }
}
