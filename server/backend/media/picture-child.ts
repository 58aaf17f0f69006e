import { answerTasks } from '../children/answer-tasks.ts'
import { pictureTasks } from './picture-tasks.ts'

answerTasks(pictureTasks)
