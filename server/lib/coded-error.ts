import createError from '@fastify/error'
import type { CodedProblem } from '../../shared/error-codes/coded-problem.ts'

/** Error class of a problem in `shared/error-codes/`. `Arg` are the values in its sentence. */
export const codedError = <Arg extends unknown[] = [unknown?, unknown?, unknown?]>(
  { code, sentence, ...problem }: CodedProblem,
  status = problem.status
) => createError<Arg>(code, sentence, status)
