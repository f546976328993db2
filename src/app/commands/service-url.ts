/** Address of the running service: TOCSIN_URL, or this machine at PORT. */
export const serviceUrl = (): string => process.env.TOCSIN_URL || `http://127.0.0.1:${process.env.PORT || 8080}`
