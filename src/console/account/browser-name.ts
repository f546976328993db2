const BROWSERS: [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\/|\bChromium\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** "Firefox on Linux", so that people recognise their own browsers; for other programs, the name they send. */
export function browserName(
  userAgent: string,
  unknown: string,
  on: (browser: string, system: string) => string,
): string {
  const of = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [of(BROWSERS), of(SYSTEMS)]
  if (browser === undefined) return userAgent.slice(0, 60) || unknown
  return system === undefined ? browser : on(browser, system)
}
