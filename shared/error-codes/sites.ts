import { metadataCsvLimitBytes, siteFileLimitBytes } from '../limits.ts'
import { coded } from './coded-problem.ts'

export const siteCodes = coded({
  SURVEY_NAME_TAKEN: { status: 409, sentence: 'The project already has a survey named “%s”' },
  SITE_NAME_TAKEN: { status: 409, sentence: '%s already has a site named “%s”' },
  SITE_EXISTS: { status: 409, sentence: 'Another site already has this id' },
  SURVEY_HAS_SITES: { status: 409, sentence: '“%s” has %s: move its sites to another survey first, or delete them' },
  TOO_MANY_SITES: { status: 409, sentence: 'A project can have up to %s sites' },
  SITE_FILE_TOO_LARGE: { status: 413, sentence: `A file of sites can be up to ${siteFileLimitBytes / 1024 ** 2} MiB in size: split it` },
  SITE_IMPORT_OVER: { status: 409, sentence: 'This import of sites has already been undone' },
  SITE_TABLE_TOO_LARGE: { status: 413, sentence: `A table can be up to ${metadataCsvLimitBytes / 1024 ** 2} MiB in size: split it` }
})
