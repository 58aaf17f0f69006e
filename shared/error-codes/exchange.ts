import { importLimitBytes } from '../limits.ts'
import { coded } from './coded-problem.ts'

export const exchangeCodes = coded({
  NOT_A_TABLE: { status: 415, sentence: 'This is %s: save the table as CSV (text) and attach that' },
  UNUSABLE_TABLE: { status: 422, sentence: '%s' },
  EXPORT_NOT_READY: { status: 404, sentence: 'The file of this export is not ready yet' },
  FILE_STAYS_IN_HOUSE: { status: 403, sentence: 'This file contains exact positions: only owners of the project can download it' },
  FILE_HAS_OLDER_PLACES: {
    status: 403,
    sentence: 'This file was exported before the rules for sensitive places changed: ask an editor to export it again'
  },
  FILE_TOO_LARGE: { status: 413, sentence: `A file to import can be up to ${importLimitBytes / 1024 ** 3} GiB in size: split it` },
  EMPTY_IMPORT: { status: 422, sentence: 'The file is empty' },
  IMPORT_BUSY: { status: 409, sentence: 'This import is running: cancel its job first' },
  IMPORT_NOT_CHECKED: { status: 409, sentence: 'The file could not be read yet, so there is nothing to import' },
  IMPORT_NOT_UNDOABLE: {
    status: 409,
    sentence:
      'This import cannot be undone: it added nothing that could be removed, has already been undone, or was made before version 0.2.0'
  },
  IMPORT_APPLIED: { status: 409, sentence: 'This file has already been imported: upload it again to import it once more' },
  NOT_THIS_FORMAT: { status: 422, sentence: '%s' },
  FILE_GONE: { status: 404, sentence: 'The file is no longer on this server: export or upload it again' },
  DAMAGED_ARCHIVE: { status: 422, sentence: '%s in the archive is damaged' }
})
