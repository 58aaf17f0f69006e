import type { Site } from '../../../../shared/contracts/sites.ts'

export const drawKinds = ['station', 'transect', 'area'] as const
export type DrawKind = (typeof drawKinds)[number]

/** Drawing of a new site, or of a new place for an existing site. */
export interface DrawTask {
  kind: DrawKind
  site: Site | null
}

/** Fields of a site that a drawing sets. */
export type DrawnPlace = Pick<Site, 'decimalLatitude' | 'decimalLongitude' | 'footprintWKT'>

/** Kind of drawing that gives a site a new place. */
export const drawKindOf = ({ type, footprintWKT }: Site): DrawKind =>
  footprintWKT?.includes('POLYGON') ? 'area' : type === 'transect' ? 'transect' : 'station'
