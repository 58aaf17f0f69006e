import { answerTasks } from '../children/answer-tasks.ts'
import { analysisTasks } from './analysis-tasks.ts'

answerTasks(analysisTasks)
