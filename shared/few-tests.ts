/** Number of tests below which a share is marked as based on few tests, or replaced by its counts. */
export const fewTests = 20
