import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needs } from './programs.ts'
import { type ProxySample, sampleWith } from './proxy.ts'

const NODE = 'server 127.0.0.1:8080 max_fails=1 fail_timeout=2s;'
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

export const NGINX: ProxySample = {
  name: 'nginx',
  ...needs('nginx'),
  prepare({ folder, port, redirectPort, nodes, certificate }) {
    const site = sampleWith('nginx/tocsin.conf', {
      'listen 80;': `listen 127.0.0.1:${redirectPort};`,
      'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
      'tocsin.example.org': 'localhost',
      '/etc/ssl/tocsin/cert.pem': certificate.certFile,
      '/etc/ssl/tocsin/key.pem': certificate.keyFile,
      [NODE]: nodes.map((node) => NODE.replace('127.0.0.1:8080', node)).join('\n  '),
    })
    const file = join(folder, 'nginx.conf')
    writeFileSync(join(folder, 'tocsin.conf'), site)
    writeFileSync(
      file,
      `daemon off;
      pid ${folder}/nginx.pid;
      error_log stderr warn;
      worker_rlimit_nofile 8192;
      events { worker_connections 2048; }
      http {
        access_log off;
        ${TEMPORARY.map((what) => `${what}_temp_path ${folder}/${what};`).join('\n        ')}
        include ${folder}/tocsin.conf;
      }`,
    )
    const run = ['-p', folder, '-c', file]
    return { run, check: [...run, '-t'] }
  },
}
