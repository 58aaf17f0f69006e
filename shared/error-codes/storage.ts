import { coded } from './coded-problem.ts'

export const storageCodes = coded({
  DATABASE_DOWN: { status: 503, sentence: 'The database is not responding' },
  BLOB_MISSING: { status: 500, sentence: 'The file %s is missing from storage: the operator can restore it from a backup' },
  STORAGE_FULL: { status: 503, sentence: 'The server’s disk is full: contact the operator, then try again' }
})
