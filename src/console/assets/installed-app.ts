import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { keptBody, sendKept } from '../../platform/http/kept-body.ts'
import { LANGUAGES, WORDS } from '../../words/words.ts'
import { assetAddress, getAsset } from './assets.ts'

/** A worker obeys the policy of its own response. It sends to this service only, and shows our icons. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'"
/** The blue of the icons. */
const BLUE = '#2f5bd7'

/** Files with which browsers install the console as an app and show push messages. */
export const installedApp: FastifyPluginAsyncTypebox = async (server) => {
  const manifest = keptBody(
    JSON.stringify({
      // Stable, since browsers recognize the app by it.
      id: '/',
      name: 'Tocsin',
      short_name: 'Tocsin',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: BLUE,
      background_color: '#ffffff',
      icons: [
        { src: assetAddress('icon-192.png'), sizes: '192x192', type: 'image/png' },
        { src: assetAddress('icon-512.png'), sizes: '512x512', type: 'image/png' },
        { src: assetAddress('icon-maskable.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    }),
  )
  const icons = { icon: assetAddress('icon-192.png'), badge: assetAddress('icon-badge.png') }
  const words = Object.fromEntries(LANGUAGES.map((language) => [language, WORDS[language].push.worker]))
  // `WorkerParts` of the script.
  const worker = keptBody(
    `const PARTS = ${JSON.stringify({ icons, words })};\n${getAsset('push-worker.js').kept.bytes.toString('utf8')}`,
  )

  server.get(
    '/manifest.webmanifest',
    { config: { policy: 'public', scope: 'none' }, schema: { hide: true } },
    async (_request, reply) =>
      sendKept(reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'no-cache'), manifest),
  )

  // At the root, since a worker controls only what is below its own address.
  server.get(
    '/sw.js',
    { config: { policy: 'public', scope: 'none' }, schema: { hide: true } },
    async (_request, reply) =>
      sendKept(
        reply
          .type('text/javascript; charset=utf-8')
          .headers({ 'cache-control': 'no-cache', 'content-security-policy': WORKER_POLICY }),
        worker,
      ),
  )
}
