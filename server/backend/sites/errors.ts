import { siteCodes } from '../../../shared/error-codes/sites.ts'
import { codedError } from '../../lib/coded-error.ts'

export const SurveyNameTaken = codedError<[string]>(siteCodes.SURVEY_NAME_TAKEN)
export const SiteNameTaken = codedError<[string, string]>(siteCodes.SITE_NAME_TAKEN)
export const SiteExists = codedError(siteCodes.SITE_EXISTS)
export const SurveyHasSites = codedError<[string, string]>(siteCodes.SURVEY_HAS_SITES)
export const TooManySites = codedError<[string]>(siteCodes.TOO_MANY_SITES)
export const SiteFileTooLarge = codedError(siteCodes.SITE_FILE_TOO_LARGE)
export const SiteImportOver = codedError(siteCodes.SITE_IMPORT_OVER)
export const TableTooLarge = codedError(siteCodes.SITE_TABLE_TOO_LARGE)
