import type { VitalQuantity } from './vital-sign-units.ts'

/** A metric with the codes under which hospitals send it. */
interface VitalSign {
  quantity: VitalQuantity
  /** LOINC: the code of the FHIR profile first, then those that say more of the place or the method. */
  loinc: readonly string[]
  /** IEEE 11073-10101, without its context: 65,536 times the partition, and the code within it. */
  mdc: readonly string[]
}

/**
 * Vital signs by the metric that they are. Sources: the profiles of vital signs in HL7 FHIR R4 to R6 and US Core, HL7 CGM
 * (glucose of sensors), and gematik ISiK (LOINC beside IEEE 11073). Temperatures of the skin are not here: they are no body
 * temperature, and rules would take them for one.
 */
export const VITAL_SIGNS = {
  systolic: {
    quantity: 'pressure',
    loinc: ['8480-6', '8459-0', '8460-8', '8461-6', '76534-7'],
    mdc: ['150017', '150021', '150033', '150037'],
  },
  diastolic: {
    quantity: 'pressure',
    loinc: ['8462-4', '8453-3', '8454-1', '8455-8', '76535-4'],
    mdc: ['150018', '150022', '150034', '150038'],
  },
  mean_pressure: {
    quantity: 'pressure',
    loinc: ['8478-0', '76536-2'],
    mdc: ['150019', '150023', '150035', '150039'],
  },
  heart_rate: {
    quantity: 'rate',
    loinc: ['8867-4', '8889-8', '8893-0', '40443-4', '68999-2', '69000-8', '69001-6', '76282-3'],
    mdc: ['147842', '149514', '149530', '149546'],
  },
  respiratory_rate: {
    quantity: 'rate',
    loinc: ['9279-1', '76170-0', '76171-8', '76172-6'],
    mdc: ['151562', '151578'],
  },
  spo2: {
    quantity: 'share',
    loinc: ['2708-6', '59408-5', '59407-7', '59418-4'],
    mdc: ['150456', '150324', '160296', '160300'],
  },
  temperature: {
    quantity: 'temperature',
    loinc: [
      '8310-5',
      '8328-7',
      '8329-5',
      '8331-1',
      '8332-9',
      '8333-7',
      '8334-5',
      '60834-9',
      '60836-4',
      '60838-0',
      '75539-7',
      '76010-8',
    ],
    mdc: ['150364', '150368', '150372', '150380', '150392', '188420', '188424', '188428', '188436', '188452'],
  },
  glucose: {
    quantity: 'glucose',
    loinc: [
      '2339-0',
      '15074-8',
      '2345-7',
      '14749-6',
      '2340-8',
      '2341-6',
      '32016-8',
      '41653-7',
      '14743-9',
      '74774-1',
      '99504-3',
      '105272-9',
    ],
    mdc: ['160020', '160184', '160188', '160192', '160196', '160200', '160204', '160212'],
  },
  body_weight: { quantity: 'mass', loinc: ['29463-7', '3141-9'], mdc: ['188736'] },
  body_height: { quantity: 'length', loinc: ['8302-2', '8306-3'], mdc: ['188740'] },
  head_circumference: { quantity: 'length', loinc: ['9843-4'], mdc: ['153856'] },
  bmi: { quantity: 'bodyMassIndex', loinc: ['39156-5'], mdc: ['188752'] },
  o2_flow: { quantity: 'flow', loinc: ['3151-8'], mdc: [] },
  o2_concentration: { quantity: 'share', loinc: ['3150-0'], mdc: [] },
  steps: { quantity: 'count', loinc: ['55423-8'], mdc: [] },
} as const satisfies Record<string, VitalSign>

type VitalSignKey = keyof typeof VITAL_SIGNS

/**
 * Pressures inside the heart and the lung. Senders write the code of the pressure of blood beside them, and their values
 * would be dangerously low ones.
 */
const OTHER_PRESSURES = {
  loinc: [
    '76284-9',
    '8440-0',
    '8385-7',
    '8414-5',
    '75994-4',
    '60996-6',
    '60998-2',
    '60997-4',
    '8400-4',
    '60988-3',
    '60989-1',
    '75933-2',
    '8399-8',
    '8432-7',
    '8377-4',
    '8406-1',
    '8430-1',
    '8375-8',
    '8404-6',
    '60985-9',
    '60956-0',
  ],
  mdc: [
    ...['150044', '150045', '150046', '150047', '150052', '150064', '150065', '150066', '150067', '150068', '150069'],
    ...['150070', '150071', '150084', '150100', '150101', '150102', '150103', '150104', '150105', '150106', '150107'],
    '153608',
  ],
} as const

const SYSTEMS = new Map<string, 'loinc' | 'mdc'>([
  ['http://loinc.org', 'loinc'],
  ['urn:oid:2.16.840.1.113883.6.1', 'loinc'],
  ['urn:iso:std:iso:11073:10101', 'mdc'],
  ['urn:oid:2.16.840.1.113883.6.24', 'mdc'],
])

const KEYS = {
  loinc: new Map<string, VitalSignKey | 'other'>(OTHER_PRESSURES.loinc.map((code) => [code, 'other'])),
  mdc: new Map<string, VitalSignKey | 'other'>(OTHER_PRESSURES.mdc.map((code) => [code, 'other'])),
}
for (const [key, sign] of Object.entries(VITAL_SIGNS) as [VitalSignKey, VitalSign][]) {
  for (const code of sign.loinc) KEYS.loinc.set(code, key)
  for (const code of sign.mdc) KEYS.mdc.set(code, key)
}

/**
 * The vital sign that codings of one thing name; null if none of them is known, or if they contradict each other. Codings of
 * other systems, such as SNOMED CT, do not count.
 */
export function vitalSignOf(codings: readonly { system: string; code: string }[]): VitalSignKey | null {
  let found: VitalSignKey | null = null
  for (const { system, code } of codings) {
    const known = SYSTEMS.get(system.replace(/^https:/, 'http:').replace(/\/$/, ''))
    const key = known === undefined ? undefined : KEYS[known].get(code)
    if (key === undefined) continue
    if (key === 'other' || (found !== null && found !== key)) return null
    found = key
  }
  return found
}
