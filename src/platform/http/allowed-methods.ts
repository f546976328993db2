import type { ListedRoute } from './route-list.ts'

/** Returns the methods that an address without a matching route supports: the difference between 404 and 405. */
export function allowedMethods(routes: readonly ListedRoute[]): (url: string) => string[] {
  let known: { path: RegExp; method: string }[] | null = null
  return (url) => {
    known ??= routes.map(({ url, method }) => ({ path: pathPattern(url), method }))
    const path = url.split('?', 1)[0] ?? ''
    return [...new Set(known.filter((route) => route.path.test(path)).map((route) => route.method))]
  }
}

const pathPattern = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/gi, '[^/]+')}$`)
