import { aiCodes } from '../../../shared/error-codes/ai.ts'
import { codedError } from '../../lib/coded-error.ts'

export const NothingToLabel = codedError(aiCodes.NOTHING_TO_LABEL)
export const TooFewForDictionary = codedError<[string, string]>(aiCodes.TOO_FEW_FOR_DICTIONARY)
export const RunActive = codedError(aiCodes.AI_RUN_ACTIVE)
export const SuggestionsChanged = codedError(aiCodes.SUGGESTIONS_CHANGED)
export const AcceptanceRunning = codedError(aiCodes.ACCEPTANCE_RUNNING)
export const AlreadyPromoted = codedError(aiCodes.ALREADY_PROMOTED)
export const SuggestionsUndone = codedError(aiCodes.SUGGESTIONS_UNDONE)
export const ModelUploadNeeds = codedError<[string]>(aiCodes.MODEL_UPLOAD_NEEDS)
export const ModelState = codedError<[string]>(aiCodes.MODEL_STATE)
export const NoOnnxRuntime = codedError<[string]>(aiCodes.NO_ONNX_RUNTIME)
export const LicenseUnread = codedError<[string, string]>(aiCodes.LICENSE_UNREAD)
export const LabelNotMapped = codedError(aiCodes.LABEL_NOT_MAPPED)
export const NothingToCompare = codedError(aiCodes.NOTHING_TO_COMPARE)
export const NothingToRetry = codedError(aiCodes.NOTHING_TO_RETRY)
