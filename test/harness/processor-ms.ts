/**
 * Milliseconds of the processor that this process has used, for work that is done between two calls. Which part of it is the
 * kernel's own is a guess of the kernel, which may say that work of a millisecond was none.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
