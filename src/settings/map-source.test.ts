import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfTileUrl, tileAddress, tileOrigin } from './map-source.ts'

const map = (tile_url: string) => ({ tile_url, attribution: '' })

test('an address of tiles names its zoom, column and row, and nothing that is not known', () => {
  assert.equal(faultOfTileUrl('https://tiles.example.org/{z}/{x}/{y}{r}.png?key=1'), null)
  assert.equal(faultOfTileUrl('http://192.0.2.1:8080/{z}/{x}/{y}.png'), null)
  assert.equal(faultOfTileUrl('https://{s}.tiles.example.org/{z}/{x}/{y}.png'), null)
  assert.match(faultOfTileUrl('https://tiles.example.org/{z}/{x}.png')!, /must hold \{y\}/)
  assert.match(faultOfTileUrl('https://tiles.example.org/{z}/{x}/{y}/{key}')!, /no placeholders but/)
  assert.match(faultOfTileUrl('https://tiles.{s}.example.org/{z}/{x}/{y}')!, /only as the first part/)
  assert.match(faultOfTileUrl('https://{z}{x}{y} ;script-src/')!, /not a URL/)
  assert.match(faultOfTileUrl('https://me:secret@tiles.example.org/{z}/{x}/{y}')!, /user name/)
  assert.match(faultOfTileUrl('javascript:alert({x}{y}{z})')!, /https/)
})

test('a page allows pictures from the origin of the tiles, and from nowhere else', () => {
  assert.equal(tileOrigin(null), null)
  assert.equal(tileOrigin(map('https://tiles.example.org/a/{z}/{x}/{y}.png')), 'https://tiles.example.org')
  assert.equal(tileOrigin(map('http://192.0.2.1:8080/{z}/{x}/{y}.png')), 'http://192.0.2.1:8080')
  assert.equal(tileOrigin(map('https://{s}.tile.example.org/{z}/{x}/{y}.png')), 'https://*.tile.example.org')
})

test('a tile has an address', () => {
  const source = map('https://{s}.tile.example.org/{z}/{x}/{y}{r}.png')
  assert.equal(tileAddress(source, { z: 1, x: 0, y: 1 }), 'https://a.tile.example.org/1/0/1.png')
})
