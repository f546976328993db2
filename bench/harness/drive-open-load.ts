import { inProcess } from './in-process.ts'
import type { OpenLoad, OpenResult } from './open-load.ts'

/** Sends at a fixed rate from a process of its own. */
export const driven = (load: OpenLoad): Promise<OpenResult> => inProcess('open-load.ts', load)
