import { aiCodes } from '../../../../shared/error-codes/ai.ts'
import { ChildFault } from '../../children/child.ts'

const sentences: Record<ChildFault['reason'], string> = {
  time: 'The model takes too long for one image. Use a smaller one, or a smaller input',
  memory: 'The model takes more memory than its process may have. Use a smaller one, or a smaller input',
  ended: 'The model crashed the process that runs it. Export it again, or with another opset'
}

/** Sentence about a model that was refused or exceeded a limit; null for other errors. */
export function modelFault(error: unknown): string | null {
  if (error instanceof ChildFault) return sentences[error.reason]
  const { code, message } = error as { code?: unknown; message?: string }
  return code === aiCodes.MODEL_REFUSED.code && message ? message : null
}
