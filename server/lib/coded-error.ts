import createError from '@fastify/error'
import { type ErrorCode, errorCodes } from '../../shared/error-codes.ts'

/** The error class of a code in `shared/error-codes.ts`. `Arg` are the values that its sentence is filled with. */
export const codedError = <Arg extends unknown[] = [unknown?, unknown?, unknown?]>(
  code: ErrorCode,
  status: number = errorCodes[code].status
) => createError<Arg>(code, errorCodes[code].sentence, status)
