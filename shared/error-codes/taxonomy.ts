import { catalogListLimitBytes } from '../limits.ts'
import { coded } from './coded-problem.ts'

export const taxonomyCodes = coded({
  LABEL_NAME_TAKEN: { status: 409, sentence: '%s already has a label named “%s”' },
  LABEL_USED: { status: 409, sentence: '“%s” is the label of %s: relabel %s first, or merge this label into another' },
  LABEL_HAS_CHILDREN: { status: 409, sentence: '“%s” has %s under it: move or delete everything under it first' },
  CATALOG_FULL: { status: 409, sentence: 'A catalog can have up to %s labels' },
  REFERENCES_FULL: { status: 409, sentence: '“%s” already has %s reference images: remove one first' },
  VERSION_NAME_TAKEN: { status: 409, sentence: 'The catalog already has a version named “%s”' },
  CATALOG_IMPORT_OVER: { status: 409, sentence: 'This import has already been undone, or is older than 30 days' },
  LIST_TOO_LARGE: {
    status: 413,
    sentence: `A list of labels can be up to ${catalogListLimitBytes / 1024 ** 2} MiB in size: import it in parts`
  },
  WORMS_UNREACHABLE: {
    status: 503,
    sentence: 'This server cannot reach WoRMS: it may have no internet access, or WoRMS may be down. The catalog is unchanged'
  },
  WORMS_UNREADABLE: { status: 502, sentence: 'The response from WoRMS could not be read: try again later' }
})
