/** On every answer. Pages that need more than nothing bring their own content-security-policy. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), camera=(), microphone=()',
  'cache-control': 'no-store',
}

/** Only where the service is reached by https. */
export const STRICT_TRANSPORT: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=31536000',
}
