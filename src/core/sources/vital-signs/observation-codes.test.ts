import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VITAL_SIGNS, vitalSignOf } from './observation-codes.ts'

/** The last digit of a code of LOINC by the algorithm of its manual: modulus 10 over the others. */
function checkDigit(code: string): string {
  const digits = [...code.split('-')[0]!].reverse()
  const at = (rest: number) => digits.filter((_, place) => place % 2 === rest).join('')
  const sum = [...`${at(1)}${Number(at(0)) * 2}`].reduce((total, digit) => total + Number(digit), 0)
  return String((10 - (sum % 10)) % 10)
}

test('each code of LOINC has its check digit, and no code is of two vital signs', () => {
  const signs = Object.entries(VITAL_SIGNS)
  const codes = signs.flatMap(([, sign]) => [...sign.loinc, ...sign.mdc])
  assert.equal(new Set(codes).size, codes.length)
  for (const [key, sign] of signs) {
    for (const code of sign.loinc) {
      assert.equal(code.split('-')[1], checkDigit(code), code)
      assert.equal(vitalSignOf([{ system: 'https://loinc.org/', code }]), key)
    }
  }
})
