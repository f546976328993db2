/** Texts of the timeline of an incident about its escalation, in English. `step` and `round` count from 1. */
export const ESCALATION_TEXTS = {
  step: ({ step, steps, round, notified, unreachable }: StepFacts): string => {
    const place = `Step ${step} of ${steps}${round > 1 ? `, round ${round}` : ''}`
    const without = unreachable.length > 0 ? `; no verified contact method: ${unreachable.join(', ')}` : ''
    return notified.length > 0 ? `${place}: ${notified.join(', ')}${without}` : `${place}: nobody to notify${without}`
  },
  round_failed: ({ round, policy }: { round: number; policy: string }): string =>
    `No notification of round ${round} was accepted (${policy})`,
  rounds_over: ({ policy }: { policy: string }): string =>
    `Nobody acknowledged it: all rounds of ${policy} have been taken`,
}

interface StepFacts {
  step: number
  steps: number
  round: number
  /** Names of the people of the step: those who were notified, and those without a verified contact method. */
  notified: readonly string[]
  unreachable: readonly string[]
}
