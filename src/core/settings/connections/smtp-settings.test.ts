import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSender, parseSmtpUrl } from './smtp-settings.ts'

test('smtps:// is TLS from the first byte, smtp:// requires STARTTLS', () => {
  assert.deepEqual(parseSmtpUrl('smtps://ana%40example.org:p%3Ass@mail.example.org'), {
    host: 'mail.example.org',
    port: 465,
    secure: true,
    requireTls: false,
    auth: { user: 'ana@example.org', pass: 'p:ss' },
  })
  assert.deepEqual(parseSmtpUrl('smtp://mail.example.org:2525/'), {
    host: 'mail.example.org',
    port: 2525,
    secure: false,
    requireTls: true,
    auth: null,
  })
  assert.equal(parseSmtpUrl('smtp://mail.example.org')?.port, 587)
})

test('STARTTLS is optional on this machine, and where the address says so', () => {
  const isRequired = (url: string) => parseSmtpUrl(url)?.requireTls
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]']) assert.equal(isRequired(`smtp://${host}`), false)
  for (const host of ['10.0.0.1', 'localhost.example.org', '127.0.0.1.example.org', '[fd00::1]']) {
    assert.equal(isRequired(`smtp://${host}`), true, host)
  }
  assert.equal(isRequired('smtp://10.0.0.1?starttls=optional'), false)
})

test('what is no address of a mail server is refused', () => {
  for (const text of [
    '',
    'mail.example.org',
    'http://mail.example.org',
    'smtp://',
    'smtp://mail.example.org/path',
    'smtp://mail.example.org#x',
    'smtp://mail.example.org?starttls=off',
    'smtp://mail.example.org?tls=no',
    'smtp://mail.example.org?starttls=optional&pool=true',
    'smtps://mail.example.org?starttls=optional',
    'smtp://%zz@mail.example.org',
  ]) {
    assert.equal(parseSmtpUrl(text), null, text)
  }
})

test('the sender is an address with or without a name', () => {
  assert.deepEqual(parseSender('alerts@example.org'), { name: 'Tocsin', address: 'alerts@example.org' })
  assert.deepEqual(parseSender('Plant Süd <alerts@example.org>'), { name: 'Plant Süd', address: 'alerts@example.org' })
  for (const text of ['', 'Tocsin', 'a@example.org, b@example.org', 'Tocsin <a@b@c>', 'x\r\nBcc: <a@example.org>']) {
    assert.equal(parseSender(text), null, text)
  }
})
