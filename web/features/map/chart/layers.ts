/** Layers of the chart that can be hidden. */
export const chartLayers = ['sites', 'images', 'annotations', 'observations', 'tracks', 'graticule'] as const
export type ChartLayer = (typeof chartLayers)[number]
