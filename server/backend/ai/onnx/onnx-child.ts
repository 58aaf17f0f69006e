import { answerTasks } from '../../children/answer-tasks.ts'
import { onnxTasks } from './onnx-tasks.ts'

answerTasks(onnxTasks)
