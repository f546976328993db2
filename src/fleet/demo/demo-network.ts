import type { NewSourceBody } from '../../core/sources/source-shapes.ts'
import type { DeviceIcon } from '../../core/vocabulary/device-icons.ts'
import { DEMO_TAG } from './demo-fleet.ts'

/** A sensor of the demo, with what its codec makes of its bytes so many hours after 1970. */
interface DemoSensor {
  external_id: string
  label: string
  /** The device that it is from the start; null: it waits to be adopted. */
  device: { name: string; icon: DeviceIcon } | null
  decoded: (hours: number) => Record<string, number | boolean>
}

/** Interval between two messages of a sensor. */
export const UPLINK_INTERVAL_S = 60

/** The source of the demo. */
export const DEMO_SOURCE: NewSourceBody = {
  name: 'LoRaWAN, building A',
  format: 'the-things-stack',
  tags: [DEMO_TAG, 'lora'],
}

const HOURS_MS = 3_600_000
const rounded = (value: number): number => Math.round(value * 10) / 10
/** Swings around a middle once in so many hours. */
const wave = (hours: number, every: number, middle: number, width: number): number =>
  rounded(middle + width * Math.sin((2 * Math.PI * hours) / every))

export const DEMO_SENSORS: readonly DemoSensor[] = [
  {
    external_id: '70B3D57ED00DE301',
    label: 'cellar-leak',
    device: { name: 'Leak sensor, cellar', icon: 'droplets' },
    decoded: (hours) => ({ water_leak: false, temperature: wave(hours, 24, 13, 1) }),
  },
  {
    external_id: '70B3D57ED00DE302',
    label: 'kitchen-fridge',
    device: { name: 'Refrigerator, kitchen', icon: 'snowflake' },
    decoded: (hours) => ({ temperature: wave(hours, 0.7, 4.2, 0.9), humidity: wave(hours, 5, 62, 4) }),
  },
  {
    external_id: '70B3D57ED00DE303',
    label: 'archive-climate',
    device: null,
    decoded: (hours) => ({ temperature: wave(hours, 24, 18, 0.5), humidity: wave(hours, 24, 48, 3) }),
  },
  {
    external_id: '70B3D57ED00DE304',
    label: 'roof-garden-soil',
    device: null,
    decoded: (hours) => ({ soil_moisture: wave(hours, 72, 31, 6), temperature: wave(hours, 24, 12, 5) }),
  },
]

/**
 * The message of a sensor at this time (ms), as The Things Stack sends it. Frames are numbered by time, so that a message
 * that is made again after a restart is the same one. Pure.
 */
export function demoUplink({ external_id, label, decoded }: DemoSensor, now: number): object {
  const at = new Date(now).toISOString()
  const hours = now / HOURS_MS
  return {
    end_device_ids: { device_id: label, dev_eui: external_id, application_ids: { application_id: 'building-a' } },
    received_at: at,
    uplink_message: {
      session_key_id: `ZGVtbw${external_id}`,
      f_port: 2,
      f_cnt: Math.floor(now / (UPLINK_INTERVAL_S * 1_000)) % 65_536,
      decoded_payload: decoded(hours),
      rx_metadata: [{ gateway_ids: { gateway_id: 'roof' }, rssi: Math.round(wave(hours, 3, -92, 6)), snr: 7.5 }],
      received_at: at,
    },
  }
}
