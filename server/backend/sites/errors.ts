import { codedError } from '../../lib/coded-error.ts'

export const SurveyNameTaken = codedError<[string]>('SURVEY_NAME_TAKEN')
export const SiteNameTaken = codedError<[string, string]>('SITE_NAME_TAKEN')
export const SurveyHasSites = codedError<[string, string]>('SURVEY_HAS_SITES')
export const TooManySites = codedError<[string]>('TOO_MANY_SITES')
export const TableTooLarge = codedError('SITE_TABLE_TOO_LARGE')
