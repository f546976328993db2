import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const FOLDER = join(import.meta.dirname, '../../src/console/assets/styles')
const FILES = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))

/** A QR code is black on white in dark mode too, and the backdrop of a dialog is darker than anything. */
const MEANT = ['7-devices.css: background: #fff', '7-devices.css: fill: #000', '4-dialogs.css: background: #0008']

/** All declarations with their file. */
function* declarations(): Generator<{ name: string; property: string; value: string }> {
  for (const { name, text } of FILES) {
    const rules = text.replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, property, value] of rules.matchAll(/([a-z-]+)\s*:\s*([^;{}]+);/g)) {
      yield { name, property: property!, value: value!.trim() }
    }
  }
}

const faultsAmong = (isFault: (property: string, value: string, name: string) => boolean): string[] =>
  [...declarations()]
    .filter(({ name, property, value }) => isFault(property, value, name))
    .map(({ name, property, value }) => `${name}: ${property}: ${value}`)
    .filter((text) => !MEANT.includes(text))

/** With four values, the second is the right side and the fourth the left one. */
function namesSides(property: string, value: string): boolean {
  const [, right, , left] = value.split(/\s+(?![^(]*\))/)
  return /^(margin|padding|inset|border-width|border-style|border-color)$/.test(property) && left !== right && !!left
}

test('styles use no left and right, so that pages work from right to left', () => {
  const side = /(^|[\s-])(left|right)([\s-]|$)/
  assert.deepEqual(
    faultsAmong((property, value) => side.test(property) || side.test(value) || namesSides(property, value)),
    [],
  )
})

test('all colours are tokens', () => {
  const colour = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i
  assert.deepEqual(
    faultsAmong((_property, value, name) => name !== '1-colours.css' && colour.test(value)),
    [],
  )
})

/** Selectors and declarations of all rules, by sheet, and by layer and query. */
function bodiesOf(name: string, text: string): { where: string; body: string }[] {
  const found: { where: string; body: string }[] = []
  const around: string[] = []
  let start = 0
  const rules = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ')
  for (const { 0: sign, index } of rules.matchAll(/[{}]/g)) {
    const part = rules.slice(start, index).trim()
    start = index + 1
    if (sign === '{') around.push(part)
    else {
      around.pop()
      const declared = part
        .split(';')
        .map((one) => one.trim())
        .filter(Boolean)
      const sheet = /^\d/.test(name) ? 'console' : name
      if (declared.length > 1) found.push({ where: [sheet, ...around].join(' '), body: declared.sort().join('; ') })
    }
  }
  return found
}

test('no two rules of a sheet, a layer and a query have the same declarations', () => {
  const all = FILES.flatMap(({ name, text }) => bodiesOf(name, text)).map(({ where, body }) => `${where}: ${body}`)
  assert.deepEqual(
    all.filter((text, place) => all.indexOf(text) !== place),
    [],
  )
})
