// Charts: lines of values over time. The page has the same numbers in tables.
import { mountCharts } from './chart/chart-group.ts'
import { followHistory } from './chart/ranges.ts'

function mount(): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-charts]:not([data-mounted])')) {
    root.dataset.mounted = 'yes'
    mountCharts(root)
  }
}

mount()
followHistory()
document.addEventListener('htmx:after:swap', mount)
