import type { Site } from '../../../../shared/contracts/sites.ts'

export const drawKinds = ['station', 'transect', 'area'] as const
export type DrawKind = (typeof drawKinds)[number]

/** Drawing of a new site, or of a new place for one that exists. */
export interface DrawTask {
  kind: DrawKind
  site: Site | null
}

/** Facts of a site that a drawing gives. */
export type DrawnPlace = Pick<Site, 'decimalLatitude' | 'decimalLongitude' | 'footprintWKT'>

/** Kind of drawing by which a site gets a new place. */
export const drawKindOf = ({ type, footprintWKT }: Site): DrawKind =>
  footprintWKT?.includes('POLYGON') ? 'area' : type === 'transect' ? 'transect' : 'station'
