/** Number of tests below which a share is marked as one of few tests, or replaced by its counts. */
export const fewTests = 20
