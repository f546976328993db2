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
  /** All that there is. */
  whole: View
  view: View
  setView(view: View | null): void
  isZoomed(): boolean
  /** Points all charts, and whoever else listens, at this moment. */
  point(at: number | null): void
  /** The lines have changed. */
  redraw(): void
}
