import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Reading TypeScript and compiling it is half of the work of a start; the next start finds it done, and so do the
// processes started from this one. Where the folder cannot be written, nothing is kept.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/tocsin', import.meta.url))
enableCompileCache(process.env.NODE_COMPILE_CACHE)
await import('./app/commands/command-line.ts')
