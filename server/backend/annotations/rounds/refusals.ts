import { annotationCodes } from '../../../../shared/error-codes/annotations.ts'
import { codedError } from '../../../lib/coded-error.ts'

export const RoundNotEnded = codedError(annotationCodes.SESSION_NOT_ENDED)
export const RoundNotRunning = codedError(annotationCodes.SESSION_NOT_RUNNING)
export const RoundRunning = codedError(annotationCodes.SESSION_RUNNING)
export const RoundStarted = codedError(annotationCodes.SESSION_STARTED)
export const RoundEnded = codedError(annotationCodes.ANNOTATION_SESSION_ENDED)
export const NoNewImages = codedError(annotationCodes.NO_NEW_IMAGES)
export const NameTaken = codedError<[string]>(annotationCodes.SESSION_NAME_TAKEN)
export const SampleInRound = codedError<[string]>(annotationCodes.SAMPLE_IN_SESSION)
export const RoundsFull = codedError(annotationCodes.SESSIONS_FULL)
