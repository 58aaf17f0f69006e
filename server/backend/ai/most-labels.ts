import type { Features } from './features-of-image.ts'

const mostRows = 10_000
/** Maximum number of values of all rows. Learning has several copies of them in memory, of 32 MB each. */
const mostValues = 8_000_000

/** Maximum number of labels to learn from or to check in one run. A larger project is sampled at random. Longer vectors allow fewer labels. */
export const mostLabels = ({ columns }: Pick<Features, 'columns'>): number => Math.min(mostRows, Math.floor(mostValues / columns))
