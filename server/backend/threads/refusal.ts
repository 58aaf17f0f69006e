import type { FieldError } from '../../../shared/contracts/common.ts'

/** Client error (4xx) in a form that can be copied between threads. */
export interface Refusal {
  message: string
  code: string
  statusCode: number
  errors?: FieldError[]
}

/** Message that a thread sends when its work has failed. */
export type Failing =
  /** A refusal recurs with the same input; other failures may be temporary. */
  { kind: 'refused'; refusal: Refusal } | { kind: 'failed'; message: string; stack: string }

/** Client error (4xx) restored from a thread, with its message, code and status. */
export class Refused extends Error {
  readonly code: string
  readonly statusCode: number
  readonly errors: FieldError[] | undefined

  constructor({ message, code, statusCode, errors }: Refusal) {
    super(message)
    this.code = code
    this.statusCode = statusCode
    this.errors = errors
  }
}

/** Converts an error for transfer between threads. A status from 400 to 499 makes it a refusal. */
export function asFailing({ message, stack = '', code = '', statusCode = 500, errors }: Error & Partial<Refusal>): Failing {
  if (statusCode < 400 || statusCode >= 500) return { kind: 'failed', message, stack }
  return { kind: 'refused', refusal: { message, code, statusCode, ...(errors && { errors }) } }
}

/** Restores an error on the receiving side. */
export const errorOf = (failing: Failing): Error =>
  failing.kind === 'refused' ? new Refused(failing.refusal) : Object.assign(new Error(failing.message), { stack: failing.stack })
