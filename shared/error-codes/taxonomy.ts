import { catalogListLimitBytes } from '../limits.ts'
import { coded } from './coded-problem.ts'

export const taxonomyCodes = coded({
  LABEL_NAME_TAKEN: { status: 409, sentence: '%s already has a label “%s”' },
  LABEL_USED: { status: 409, sentence: '“%s” names %s: give %s another label first, or merge it into one' },
  LABEL_HAS_CHILDREN: { status: 409, sentence: '“%s” has %s under it: move or delete what is there first' },
  CATALOG_FULL: { status: 409, sentence: 'A catalog holds up to %s labels' },
  REFERENCES_FULL: { status: 409, sentence: '“%s” has %s reference images already: remove one first' },
  VERSION_NAME_TAKEN: { status: 409, sentence: 'The catalog already has a version “%s”' },
  LIST_TOO_LARGE: { status: 413, sentence: `A list of labels may have up to ${catalogListLimitBytes / 1024 ** 2} MiB: import it in parts` },
  WORMS_UNREACHABLE: {
    status: 503,
    sentence:
      'WoRMS cannot be reached from this server: it may have no way to the internet, or WoRMS may be out of order. The catalog is as it was'
  },
  WORMS_UNREADABLE: { status: 502, sentence: 'The answer of WoRMS cannot be read: try again later' }
})
