import { type Fault, type FaultReason, faultOf, type Params, sentenceOf } from './error-messages/reasons.ts'

/** One invalid field of a request. The field is a JSON Pointer. */
export interface FieldError extends Fault {
  field: string
}

/** A refused request and its response. Any other error is a bug and is answered 500 without its text. */
export class RequestError extends Error {
  readonly statusCode: number
  readonly fault: Fault
  readonly errors: FieldError[] | undefined
  readonly headers: Record<string, string>

  /** The message, in English, is for programs; `at` names the place that the fault is about. */
  constructor(
    statusCode: number,
    fault: Fault,
    { at, errors, headers = {} }: { at?: string; errors?: FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(at === undefined ? sentenceOf(fault) : `${at}: ${sentenceOf(fault)}`)
    this.name = 'RequestError'
    this.statusCode = statusCode
    this.fault = fault
    this.errors = errors
    this.headers = headers
  }
}

type Says<R extends FaultReason> = [reason: R, ...params: Params<R>]

export const badRequest = <R extends FaultReason>(...says: Says<R>): RequestError =>
  new RequestError(400, faultOf(...says))

export const fieldError = <R extends FaultReason>(field: string, ...says: Says<R>): FieldError => ({
  field,
  ...faultOf(...says),
})

export const invalidField = <R extends FaultReason>(field: string, ...says: Says<R>): RequestError =>
  invalidFields([fieldError(field, ...says)])

/** The first fault is the message. */
export const invalidFields = (errors: FieldError[]): RequestError =>
  new RequestError(400, errors[0]!, { at: errors[0]!.field, errors })

export const unauthorized = <R extends FaultReason>(...says: Says<R>): RequestError =>
  new RequestError(401, faultOf(...says))

export const forbidden = <R extends FaultReason>(...says: Says<R>): RequestError =>
  new RequestError(403, faultOf(...says))

export const notFound = (what: string): RequestError => new RequestError(404, faultOf('not_found', what))

/** The record that was looked for. Throws 404 without one. */
export function mustExist<Found>(what: string, found: Found | null | undefined): Found {
  if (found == null) throw notFound(what)
  return found
}

export const conflict = <R extends FaultReason>(...says: Says<R>): RequestError =>
  new RequestError(409, faultOf(...says))

const later = (statusCode: number, retryAfterS: number, fault: Fault): RequestError =>
  new RequestError(statusCode, fault, { headers: { 'retry-after': String(Math.ceil(retryAfterS)) } })

export const tooManyRequests = <R extends FaultReason>(retryAfterS: number, ...says: Says<R>): RequestError =>
  later(429, retryAfterS, faultOf(...says))

export const unavailable = <R extends FaultReason>(retryAfterS: number, ...says: Says<R>): RequestError =>
  later(503, retryAfterS, faultOf(...says))

/**
 * A fault that stops a command or the service. Only its message is printed: what is wrong and what the operator can do.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
