import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needs } from './programs.ts'
import { type ProxySample, sampleWith } from './proxy.ts'

const NODE = 'reverse_proxy 127.0.0.1:8080 {'
const SITE = '\ntocsin.example.org {'

export const CADDY: ProxySample = {
  name: 'caddy',
  ...needs('caddy'),
  prepare({ folder, port, nodes, certificate }) {
    const text = sampleWith('caddy/Caddyfile', {
      '\n{\n': '\n{\n\tadmin off\n\tauto_https off\n',
      [SITE]: `\nhttps://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate.certFile} ${certificate.keyFile}`,
      [NODE]: NODE.replace('127.0.0.1:8080', nodes.join(' ')),
    })
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, text)
    const config = ['--config', file, '--adapter', 'caddyfile']
    return { run: ['run', ...config], check: ['validate', ...config] }
  },
}
