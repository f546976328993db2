import { type ModuleHooks, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Environment of a service that loads these files first. */
export const brokenBy = (...files: readonly string[]): Record<string, string> => ({
  NODE_OPTIONS: files.map((file) => `--import ${pathToFileURL(`${import.meta.dirname}/${file}`).href}`).join(' '),
})

/** Replaces text in these files of the service as they are loaded. Throws if the text is not found. */
export function breakPromise(files: readonly string[], promise: string, broken: string): ModuleHooks {
  return registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!files.some((file) => url.endsWith(file))) return loaded
      const source = String(loaded.source)
      if (!source.includes(promise)) throw new Error(`There is no "${promise}" to break in ${url}`)
      return { ...loaded, source: source.replace(promise, () => broken) }
    },
  })
}
