import type { Site } from '../../../../shared/contracts/sites.ts'

export const drawKinds = ['station', 'transect', 'area'] as const
export type DrawKind = (typeof drawKinds)[number]

/** Task of the drawing tool: to draw a new site, or a new place for an existing one. */
export interface DrawTask {
  kind: DrawKind
  site: Site | null
}

/** Fields of a site that a drawing sets. */
export type DrawnPlace = Pick<Site, 'decimalLatitude' | 'decimalLongitude' | 'footprintWKT'>

/** Returns the kind of drawing with which a site can be moved. */
export const drawKindOf = ({ type, footprintWKT }: Site): DrawKind =>
  footprintWKT?.includes('POLYGON') ? 'area' : type === 'transect' ? 'transect' : 'station'
