import type { CodedProblem } from './error-codes/coded-problem.ts'
import { problems } from './nouns.ts'

/** Every problem that gateway and backend answer with. */
export const everyProblem: CodedProblem[] = problems.flatMap(group => Object.values(group))
