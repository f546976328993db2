/** Nothing from elsewhere, and nothing inline. `tileOrigin` is where pictures of streets come from, if anywhere. */
const contentSecurityPolicy = (tileOrigin: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${tileOrigin === null ? '' : ` ${tileOrigin}`}`,
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The headers of every page. */
export const pageHeaders = (tileOrigin: string | null = null) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy(tileOrigin),
})
