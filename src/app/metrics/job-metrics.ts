import { Counter, Gauge, type Registry } from 'prom-client'

interface Job {
  name: string
  step: (now: Date) => Promise<boolean>
}

/** Wraps jobs and measures them. Alerting needs to know when a job has not succeeded for long. */
export function watchJobs<Watched extends Job>(jobs: readonly Watched[], registry: Registry): Watched[] {
  const registers = [registry]
  // Not `job`: Prometheus uses that label for scrape targets.
  const labelNames = ['task']
  const lastSuccess = new Gauge({
    name: 'tocsin_job_last_success_timestamp_seconds',
    help: 'Time of the last successful step of a background job.',
    labelNames,
    registers,
    aggregator: 'max',
  })
  const lastDuration = new Gauge({
    name: 'tocsin_job_last_duration_seconds',
    help: 'Duration of the last step of a background job.',
    labelNames,
    registers,
    aggregator: 'max',
  })
  const failures = new Counter({
    name: 'tocsin_job_failures_total',
    help: 'Steps of background jobs that failed.',
    labelNames,
    registers,
  })
  return jobs.map((job) => {
    const labels = { task: job.name.replaceAll(' ', '_') }
    failures.inc(labels, 0)
    const step = async (now: Date) => {
      const began = performance.now()
      try {
        const found = await job.step(now)
        lastSuccess.set(labels, now.getTime() / 1_000)
        return found
      } catch (error) {
        failures.inc(labels)
        throw error
      } finally {
        lastDuration.set(labels, (performance.now() - began) / 1_000)
      }
    }
    return { ...job, step }
  })
}
