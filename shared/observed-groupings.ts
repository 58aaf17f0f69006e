/** Groupings of results that observations have too. They have no image. */
export const observedGroupings: readonly string[] = ['site', 'survey', 'depthBand', 'date']
