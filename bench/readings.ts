/**
 * The body of the n-th reading of a run: vital signs of somebody well, so that no rule has anything to say. Every `n`
 * gives another position, and `ts` moves on from run to run, so no reading repeats another.
 */
export function readingBody(n: number, ts: number): string {
  const systolic = 108 + (n % 25)
  const diastolic = 66 + (n % 17)
  const heartRate = 60 + (n % 37)
  const spo2 = 96 + (n % 4)
  const temperature = 361 + (n % 13)
  const glucose = 82 + (n % 41)
  const metrics =
    `{"systolic":${systolic},"diastolic":${diastolic},"heart_rate":${heartRate},"spo2":${spo2},` +
    `"temperature":${temperature / 10},"glucose":${glucose}}`
  // A step is about ten centimetres.
  const lat = 48_100_000 + Math.floor(n / 1_000)
  const lng = 11_500_000 + (n % 1_000)
  return (
    `{"module":"health","ts":${ts},"lat":${lat / 1e6},"lng":${lng / 1e6},"battery":${40 + (n % 60)},` +
    `"signal":${-60 - (n % 30)},"metrics":${metrics},"flags":{"fall_detected":false,"panic_pressed":false}}`
  )
}
