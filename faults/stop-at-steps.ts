// Loaded into the service and into commands with `--import`: they stop at a step of a compaction or an expansion when
// the audit wants it, and count what they did.
import { breakPromise } from './break-promise.ts'
import { COUNTED, programSide, STEPS, STEPS_FOLDER } from './steps.ts'

Object.assign(globalThis, { steps: programSide(process.env[STEPS_FOLDER]!) })

for (const [step, { file, where, code }] of Object.entries(STEPS)) {
  const pause = `await steps.pause('${step}', typeof tx === 'undefined' ? null : tx);`
  breakPromise([file], code, where === 'before' ? `${pause} ${code}` : `${code}; ${pause}`)
}
for (const [what, { file, code, number }] of Object.entries(COUNTED)) {
  breakPromise([file], code, `steps.count('${what}', ${number}); ${code}`)
}
