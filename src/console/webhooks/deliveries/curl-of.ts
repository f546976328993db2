/** The curl command that sends the same request. Pure. */
export const curlOf = (url: string, headers: Readonly<Record<string, string>>, body: string): string =>
  [
    `curl -i ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(body)}`,
  ].join(' \\\n  ')

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
