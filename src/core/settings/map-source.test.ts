import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceOf } from '../../platform/error-messages/reasons.ts'
import { archiveAddress, faultOfArchive, faultOfTileUrl, mapOrigins, tileAddress } from './map-source.ts'

const map = (tile_url: string) => ({ tile_url, attribution: '' })

test('a tile URL has placeholders for zoom, column and row, and no others', () => {
  assert.equal(faultOfTileUrl('https://tiles.example.org/{z}/{x}/{y}{r}.png?key=1'), null)
  assert.equal(faultOfTileUrl('http://192.0.2.1:8080/{z}/{x}/{y}.png'), null)
  assert.equal(faultOfTileUrl('https://{s}.tiles.example.org/{z}/{x}/{y}.png'), null)
  assert.match(sentenceOf(faultOfTileUrl('https://tiles.example.org/{z}/{x}.png')!), /must hold \{y\}/)
  assert.match(sentenceOf(faultOfTileUrl('https://tiles.example.org/{z}/{x}/{y}/{key}')!), /no placeholders but/)
  assert.match(sentenceOf(faultOfTileUrl('https://tiles.{s}.example.org/{z}/{x}/{y}')!), /only as the first part/)
  assert.match(sentenceOf(faultOfTileUrl('https://{z}{x}{y} ;script-src/')!), /not a URL/)
  assert.match(sentenceOf(faultOfTileUrl('https://me:secret@tiles.example.org/{z}/{x}/{y}')!), /user name/)
  assert.match(sentenceOf(faultOfTileUrl('javascript:alert({x}{y}{z})')!), /https/)
})

test('a map archive is a URL, or a file name without a path', () => {
  assert.equal(faultOfArchive('https://maps.example.org/alps.pmtiles?signature=1'), null)
  assert.equal(faultOfArchive('Alps-2026.1.pmtiles'), null)
  assert.match(sentenceOf(faultOfArchive('../secret.pmtiles')!), /name of a file/)
  assert.match(sentenceOf(faultOfArchive('.pmtiles')!), /name of a file/)
  assert.match(sentenceOf(faultOfArchive('alps.mbtiles')!), /name of a file/)
  assert.match(sentenceOf(faultOfArchive('https://me:secret@maps.example.org/alps.pmtiles')!), /user name/)
  assert.equal(archiveAddress({ pmtiles: 'alps.pmtiles', attribution: '' }), '/maps/alps.pmtiles')
})

test('the security policy of a page allows only the origin of its map', () => {
  const nowhere = { pictures: null, data: null }
  const pictures = (tile_url: string) => mapOrigins(map(tile_url))
  assert.deepEqual(mapOrigins(null), nowhere)
  assert.deepEqual(pictures('https://tiles.example.org/a/{z}/{x}/{y}.png').pictures, 'https://tiles.example.org')
  assert.deepEqual(pictures('http://192.0.2.1:8080/{z}/{x}/{y}.png').pictures, 'http://192.0.2.1:8080')
  assert.deepEqual(pictures('https://{s}.tile.example.org/{z}/{x}/{y}.png'), {
    pictures: 'https://*.tile.example.org',
    data: null,
  })
  assert.deepEqual(mapOrigins({ pmtiles: 'alps.pmtiles', attribution: '' }), nowhere)
  const elsewhere = mapOrigins({ pmtiles: 'https://maps.example.org/alps.pmtiles', attribution: '' })
  assert.deepEqual(elsewhere, { pictures: null, data: 'https://maps.example.org' })
})

test('a tile has an address', () => {
  const source = map('https://{s}.tile.example.org/{z}/{x}/{y}{r}.png')
  assert.equal(tileAddress(source, { z: 1, x: 0, y: 1 }), 'https://a.tile.example.org/1/0/1.png')
})
