import type { FastifyInstance } from 'fastify'

/** Answers, for an address that no route took, which methods it would take: the difference between 404 and 405. */
export function allowedMethods(server: FastifyInstance): (url: string) => string[] {
  const routes: { path: RegExp; methods: string[] }[] = []
  server.addHook('onRoute', ({ url, method }) => {
    const path = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/gi, '[^/]+')}$`)
    routes.push({ path, methods: [method].flat() })
  })
  return (url) => {
    const path = url.split('?', 1)[0] ?? ''
    return [...new Set(routes.filter((route) => route.path.test(path)).flatMap((route) => route.methods))]
  }
}
