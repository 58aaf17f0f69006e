import { observationCodes } from '../../../shared/error-codes/observations.ts'
import { codedError } from '../../lib/coded-error.ts'

export const ObservationRemoved = codedError(observationCodes.OBSERVATION_REMOVED)
export const ObservationIdTaken = codedError<[string]>(observationCodes.OBSERVATION_ID_TAKEN)
export const ObservationTwin = codedError(observationCodes.OBSERVATION_TWIN)
export const ObservationImportOver = codedError(observationCodes.OBSERVATION_IMPORT_OVER)
export const ObservationListTooLarge = codedError(observationCodes.OBSERVATION_LIST_TOO_LARGE)
