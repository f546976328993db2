import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/** The settings of a service into which this file of ours is loaded first. */
export const brokenBy = (file: string): Record<string, string> => ({
  NODE_OPTIONS: `--import ${pathToFileURL(`${import.meta.dirname}/${file}`).href}`,
})

/** Changes the text of these files of the service as they are loaded. Throws when there is nothing to break. */
export function breakPromise(files: readonly string[], promise: string, broken: string): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!files.some((file) => url.endsWith(file))) return loaded
      const source = String(loaded.source)
      if (!source.includes(promise)) throw new Error(`There is no "${promise}" to break in ${url}`)
      return { ...loaded, source: source.replace(promise, broken) }
    },
  })
}
