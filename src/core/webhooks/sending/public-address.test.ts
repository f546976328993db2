import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAddressAllowed, parseNetworks } from './public-address.ts'

const refused = (addresses: string[], allowed = '') =>
  addresses.filter((address) => !isAddressAllowed(address, parseNetworks(allowed)))

test('addresses of the public internet are allowed, also inside IPv6', () => {
  const given = [
    '1.1.1.1',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.255.255',
    '2606:4700::1111',
    '64:ff9b::808:808',
  ]
  assert.deepEqual(refused(given), [])
})

test('private, reserved and unassigned addresses are refused', () => {
  const given = [
    '127.0.0.1', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '192.0.0.1',
    '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '::1', '::',
    '::ffff:10.0.0.1', '::127.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::7f00:1', '2002:a00:1::',
    '2001:0:7f00:1::', '2001:db8::1', '2001:2::1', '3fff::1', '5f00::1', '100::1', '100:0:0:1::1', '4000::1', 'e000::1',
    'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', 'nonsense', '',
  ] // biome-ignore format: one list
  assert.deepEqual(refused(given), given)
})

test('an allowed network is allowed also inside IPv6; metadata services never are', () => {
  assert.deepEqual(refused(['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1'], '10.1.0.0/16,fd00::/8'), [])
  assert.deepEqual(refused(['10.2.0.1', 'fe80::1'], '10.1.0.0/16,fd00::/8'), ['10.2.0.1', 'fe80::1'])
  const metadata = [
    '169.254.169.254', '::ffff:169.254.169.254', '169.254.170.2', '168.63.129.16', '::ffff:a83f:8110', '100.100.100.200',
    '192.0.0.192', '64:ff9b::a9fe:a9fe', '64:ff9b::6464:64c8', '2002:a83f:8110::1', '::168.63.129.16', 'fd00:ec2::254',
    'fd00:ec2::23', 'fd20:ce::254', 'fd20:00ce:0000::0254', 'fd00:42::42', 'fd00:a9fe:a9fe::1', 'fe80::a9fe:a9fe',
  ] // biome-ignore format: one list
  assert.deepEqual(refused(metadata, '0.0.0.0/0,::/0'), metadata)
})

test('metadata services stay refused behind an allowed NAT64 prefix of any length', () => {
  const metadata = [
    'fd64:0:a9fe:a9fe::', 'fd64:0:a9:fea9:fe::', 'fd64:0:0:a9fe:a9:fe00::', 'fd64:0:0:a9:fe:a9fe::',
    'fd64::a9:fea9:fe00:0', 'fd64::a9fe:a9fe', '64:ff9b:1::a9fe:a9fe', '64:ff9b:1:a83f:81:1000::',
  ] // biome-ignore format: one list
  assert.deepEqual(refused(metadata, 'fd64::/16,64:ff9b:1::/48'), metadata)
  assert.deepEqual(refused(['fd64::a00:1', '64:ff9b:1::808:808'], 'fd64::/16,64:ff9b:1::/48'), [])
})
