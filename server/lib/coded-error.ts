import createError from '@fastify/error'
import type { CodedProblem } from '../../shared/error-codes/coded-problem.ts'

/** Creates the error class of a problem in `shared/error-codes/`. `Arg` is the type of the values in its message. */
export const codedError = <Arg extends unknown[] = [unknown?, unknown?, unknown?]>(
  { code, sentence, ...problem }: CodedProblem,
  status = problem.status
) => createError<Arg>(code, sentence, status)
