import { aiCodes } from '../../../../shared/error-codes/ai.ts'
import { ChildFault } from '../../children/child.ts'

const sentences: Record<ChildFault['reason'], string> = {
  time: 'The model takes too long for one image. Use a smaller model, or a smaller input size',
  memory: 'The model needs more memory than its process is allowed. Use a smaller model, or a smaller input size',
  ended: 'The model crashed the process that runs it. Export it again, or use another opset'
}

/** Returns the message for a model that was refused, crashed or exceeded a limit; null for other errors. */
export function modelFault(error: unknown): string | null {
  if (error instanceof ChildFault) return sentences[error.reason]
  const { code, message } = error as { code?: unknown; message?: string }
  return code === aiCodes.MODEL_REFUSED.code && message ? message : null
}
