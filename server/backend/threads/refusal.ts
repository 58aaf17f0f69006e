import type { FieldError } from '../../../shared/contracts/common.ts'

/** Data of a refusal that can be copied between threads. */
export interface Refusal {
  message: string
  code: string
  statusCode: number
  errors?: FieldError[]
}

/** Failure of work in a thread. */
export type Failing =
  /** Refusal, for which a retry cannot help. */
  { kind: 'refused'; refusal: Refusal } | { kind: 'failed'; message: string; stack: string }

/** Refusal from a thread, with its message and status. */
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

/** Converts an error for transfer between threads. An error with a status from 400 to 499 is a refusal. */
export function asFailing({ message, stack = '', code = '', statusCode = 500, errors }: Error & Partial<Refusal>): Failing {
  if (statusCode < 400 || statusCode >= 500) return { kind: 'failed', message, stack }
  return { kind: 'refused', refusal: { message, code, statusCode, ...(errors && { errors }) } }
}

/** Restores the error on the receiving side. */
export const errorOf = (failing: Failing): Error =>
  failing.kind === 'refused' ? new Refused(failing.refusal) : Object.assign(new Error(failing.message), { stack: failing.stack })
