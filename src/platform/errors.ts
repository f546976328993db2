/** One invalid field of a request. The field is a JSON Pointer. */
export interface FieldError {
  field: string
  message: string
}

/** A refused request and its answer. Any other error is a bug and is answered 500 without its text. */
export class RequestError extends Error {
  readonly statusCode: number
  readonly errors: FieldError[] | undefined
  readonly headers: Record<string, string>

  constructor(
    statusCode: number,
    message: string,
    more: { errors?: FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = 'RequestError'
    this.statusCode = statusCode
    this.errors = more.errors
    this.headers = more.headers ?? {}
  }
}

export const badRequest = (message: string, errors?: FieldError[]): RequestError =>
  new RequestError(400, message, errors === undefined ? {} : { errors })

export const invalidField = (field: string, message: string): RequestError =>
  badRequest(`${field}: ${message}`, [{ field, message }])

export const unauthorized = (message: string, headers?: Record<string, string>): RequestError =>
  new RequestError(401, message, headers === undefined ? {} : { headers })

export const forbidden = (message: string): RequestError => new RequestError(403, message)

export const notFound = (what: string): RequestError => new RequestError(404, `${what} not found`)

export const conflict = (message: string): RequestError => new RequestError(409, message)

export const tooManyRequests = (message: string, retryAfterS: number): RequestError =>
  new RequestError(429, message, { headers: { 'retry-after': String(Math.ceil(retryAfterS)) } })

export const unavailable = (message: string, retryAfterS: number): RequestError =>
  new RequestError(503, message, { headers: { 'retry-after': String(Math.ceil(retryAfterS)) } })

/**
 * A fault that stops a command or the service. Only its message is printed: what is wrong and what the operator can do.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
