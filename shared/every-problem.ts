import type { CodedProblem } from './error-codes/coded-problem.ts'
import { problems } from './nouns.ts'

/** Every problem that gateway or backend answers with, as one list. */
export const everyProblem: CodedProblem[] = problems.flatMap(group => Object.values(group))
