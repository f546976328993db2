/** From least to most severe; the order is the rank. */
export const SEVERITIES = ['info', 'warning', 'critical'] as const

export type Severity = (typeof SEVERITIES)[number]

export const rank = (severity: Severity): number => SEVERITIES.indexOf(severity)

export const worst = (severities: readonly Severity[]): Severity =>
  severities.reduce((worstYet, severity) => (rank(severity) > rank(worstYet) ? severity : worstYet), 'info')
