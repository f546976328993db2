import type { Measure } from '../measure.ts'

/** Facts of a module: what its devices measure and report. Languages have the words, by these keys. */
export interface DeviceModule {
  /** A name of an icon of the console. */
  icon: string
  /** The name of such a device in simulations. */
  device: string
  /** Mounted somewhere, carried by somebody, or driven. */
  mobility: 'fixed' | 'carried' | 'driven'
  /** Documented metrics, in the order of forms. Others may be sent as well. */
  metrics: Readonly<Record<string, Metric>>
  /** Metrics of few of its devices: known to rules and charts, but not asked for in forms. */
  rareMetrics?: Readonly<Record<string, Measure>>
  /** Texts among the metrics, as a simulated device sends them. */
  texts?: Readonly<Record<string, string>>
  /** `safety`: when it is true, somebody or a house may be in danger, so no limit rejects the reading. */
  flags: Readonly<Record<string, 'safety' | 'ordinary'>>
  /** Counters that grow and flags that are set when somebody moves. Absent: nothing that it sends says so. */
  movement?: readonly string[]
  /** Metrics that sum such a device up: the first that it sends is shown in lists. Two together are shown as `120/80`. */
  headline: readonly (string | readonly [string, string])[]
  /** The metric that the snippets send. */
  example: { metric: string; value: number }
}

export interface Metric {
  measure: Measure
  /** The least and the most of an ordinary day, between which the simulator moves it: no built-in rule fires. */
  usual: readonly [least: number, most: number]
}
