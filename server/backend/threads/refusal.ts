import type { FieldError } from '../../../shared/contracts/common.ts'

/** An error that becomes an answer, without what cannot be copied between threads. */
export interface Refusal {
  message: string
  code: string
  statusCode: number
  errors?: FieldError[]
}

/** An end of work in a thread without a result. */
export type Failing =
  /** Another try cannot help. */
  { kind: 'refused'; refusal: Refusal } | { kind: 'failed'; message: string; stack: string }

/** A refusal that came out of a thread, with the sentence and the status that it had there. */
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

/** An error as it crosses between threads: one with a status from 400 to 499 is a refusal. */
export function asFailing({ message, stack = '', code = '', statusCode = 500, errors }: Error & Partial<Refusal>): Failing {
  if (statusCode < 400 || statusCode >= 500) return { kind: 'failed', message, stack }
  return { kind: 'refused', refusal: { message, code, statusCode, ...(errors && { errors }) } }
}

/** The error on the other side. */
export const errorOf = (failing: Failing): Error =>
  failing.kind === 'refused' ? new Refused(failing.refusal) : Object.assign(new Error(failing.message), { stack: failing.stack })
