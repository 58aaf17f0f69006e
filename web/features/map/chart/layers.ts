/** Parts of the chart that can be left out. */
export const chartLayers = ['sites', 'images', 'annotations', 'tracks', 'graticule'] as const
export type ChartLayer = (typeof chartLayers)[number]
