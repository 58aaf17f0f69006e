import { aiCodes } from '../../../../shared/error-codes/ai.ts'
import { codedError } from '../../../lib/coded-error.ts'

/** Refusal of a model, a manifest or an output, with its sentence. */
export const ModelRefused = codedError<[string]>(aiCodes.MODEL_REFUSED)
