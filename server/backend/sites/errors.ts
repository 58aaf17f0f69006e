import createError from '@fastify/error'
import { metadataCsvLimitBytes } from '../../../shared/limits.ts'

export const SurveyNameTaken = createError<[string]>('NAME_TAKEN', 'The project has a survey “%s” already', 409)
export const SiteNameTaken = createError<[string, string]>('NAME_TAKEN', '%s has a site “%s” already', 409)
export const SurveyHasSites = createError<[string, string]>(
  'SURVEY_HAS_SITES',
  '“%s” has %s: give them another survey first, or delete them',
  409
)
export const TooManySites = createError<[string]>('TOO_MANY_SITES', 'A project holds up to %s sites', 409)
export const TableTooLarge = createError(
  'TABLE_TOO_LARGE',
  `A table may have up to ${metadataCsvLimitBytes / 1024 ** 2} MiB: assign it in parts`,
  413
)
