// Loaded into the service with `--import`: it stops at a step of sources when the audit wants it.
import { breakPromise } from './break-promise.ts'
import { SOURCE_STEPS } from './source-steps.ts'
import { programSide, STEPS_FOLDER } from './steps.ts'

Object.assign(globalThis, { steps: programSide(process.env[STEPS_FOLDER]!) })

for (const [step, { file, where, code }] of Object.entries(SOURCE_STEPS)) {
  const pause = `await steps.pause('${step}', null);`
  breakPromise([file], code, where === 'before' ? `${pause} ${code}` : `${code}; ${pause}`)
}
