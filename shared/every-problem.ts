import type { CodedProblem } from './error-codes/coded-problem.ts'
import { problems } from './nouns.ts'

/** Every problem that the gateway or the backend returns, as one list. */
export const everyProblem: CodedProblem[] = problems.flatMap(group => Object.values(group))
