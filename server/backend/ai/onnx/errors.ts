import { aiCodes } from '../../../../shared/error-codes/ai.ts'
import { codedError } from '../../../lib/coded-error.ts'

/** Error for a model, manifest or output that is not accepted. Its argument is the complete message. */
export const ModelRefused = codedError<[string]>(aiCodes.MODEL_REFUSED)
