/** Where a running service is expected: TOCSIN_URL, else this machine at PORT. */
export const serviceUrl = (): string => process.env.TOCSIN_URL || `http://127.0.0.1:${process.env.PORT || 8080}`
