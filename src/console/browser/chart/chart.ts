import type uPlot from 'uplot'
import type { ChartData } from '../../parts/charts/chart-data.ts'
import type { View } from './plot.ts'
import type { Readout } from './readout.ts'

export interface Chart {
  data: ChartData
  holder: HTMLElement
  plot: uPlot
  readout: Readout
}

export interface ChartGroup {
  charts: Chart[]
  zone: string
  words: Record<string, string>
  /** The whole range. */
  whole: View
  view: View
  setView(view: View | null): void
  isZoomed(): boolean
  /** Moves the cursor of all charts and other listeners to this time. */
  point(at: number | null): void
  /** Redraws after a change of the lines. */
  redraw(): void
}
