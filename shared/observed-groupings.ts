/** Groupings of results that also apply to observations. Observations have no image. */
export const observedGroupings: readonly string[] = ['site', 'survey', 'depthBand', 'date']
