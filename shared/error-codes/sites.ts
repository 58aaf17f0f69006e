import { metadataCsvLimitBytes, siteFileLimitBytes } from '../limits.ts'
import { coded } from './coded-problem.ts'

export const siteCodes = coded({
  SURVEY_NAME_TAKEN: { status: 409, sentence: 'The project already has a survey “%s”' },
  SITE_NAME_TAKEN: { status: 409, sentence: '%s already has a site “%s”' },
  SURVEY_HAS_SITES: { status: 409, sentence: '“%s” has %s: move them to another survey first, or delete them' },
  TOO_MANY_SITES: { status: 409, sentence: 'A project can have up to %s sites' },
  SITE_FILE_TOO_LARGE: { status: 413, sentence: `A file of sites may have up to ${siteFileLimitBytes / 1024 ** 2} MiB: split it` },
  SITE_IMPORT_OVER: { status: 409, sentence: 'This import of sites was undone already' },
  SITE_TABLE_TOO_LARGE: { status: 413, sentence: `A table may have up to ${metadataCsvLimitBytes / 1024 ** 2} MiB: split it` }
})
