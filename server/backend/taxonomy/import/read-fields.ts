import { codeOfQualifier, markOfQualifier, qualifierMarks } from '../../../../shared/taxonomy/qualifiers.ts'
import { aphiaIdOf, lsidOf, tidyName } from '../names.ts'
import type { LabelState } from '../rows.ts'
import type { Meaning } from './columns.ts'
import { environmentColumns, readConservation, readEnvironments, readFlag, readVernacular } from './read-cells.ts'
import { type RowCells, shorten } from './row-cells.ts'

const lsidStart = 'urn:lsid:marinespecies.org:taxname:'

/** Reads the WoRMS LSID of the taxon; undefined when there is none. */
export function readLsid(cells: RowCells): string | undefined {
  const cell = cells.text('scientificNameID')
  if (!cell) return undefined
  const id = aphiaIdOf(cell) ?? aphiaIdOf(cell.replace(/^https?:\/\/(www\.)?marinespecies\.org\/aphia\.php\?p=taxdetails&id=/i, lsidStart))
  return id === null ? cells.leave('scientificNameID', `“${shorten(cell)}” is not a WoRMS LSID`) : lsidOf(id)
}

export function readQualifier(cells: RowCells): LabelState['identificationQualifier'] | undefined {
  const cell = cells.text('identificationQualifier')
  if (!cell) return undefined
  return (
    qualifierMarks.find(each => each === cell.toLowerCase() || each === `${cell.toLowerCase()}.`) ??
    markOfQualifier(cell) ??
    cells.leave('identificationQualifier', `“${shorten(cell)}” is not one of ${qualifierMarks.join(', ')}`)
  )
}

/** Reads the code of a morphospecies, from its own column or from the end of the qualifier. */
export const readMorphospecies = (cells: RowCells): string | undefined =>
  cells.short('morphospecies', 60) ?? codeOfQualifier(cells.text('identificationQualifier'))?.slice(0, 60)

/** Reads the names in a cell, split at a separator. */
export function readSeveral(cells: RowCells, meaning: Meaning, separator: RegExp): string[] | undefined {
  return cells.fitting(meaning, cells.text(meaning).split(separator).map(tidyName).filter(Boolean), each => each)
}

export function readVernacularNames(cells: RowCells): LabelState['vernacularNames'] | undefined {
  if (!cells.text('vernacularName')) return undefined
  const { names, fault } = readVernacular(cells.text('vernacularName'), cells.text('language'))
  if (fault) cells.leave('language', fault)
  return cells.fitting('vernacularName', names, ({ name }) => name)
}

/** Reads the environments, from one column each and from a column with a list. */
export function readAllEnvironments(cells: RowCells): LabelState['environments'] | undefined {
  const flagged = Object.entries(environmentColumns).flatMap(([column, environment]) => {
    const cell = cells.text(column as keyof typeof environmentColumns)
    const flag = readFlag(cell)
    if (cell && flag === null) cells.leave(column as keyof typeof environmentColumns, `“${shorten(cell)}” is neither true nor false`)
    return flag ? [environment] : []
  })
  const cell = cells.text('environments')
  const listed = readEnvironments(cell)
  if (!listed) cells.leave('environments', `“${shorten(cell)}” is not a list of marine, brackish, freshwater, terrestrial`)
  const all = Object.values(environmentColumns).filter(each => flagged.includes(each) || listed?.includes(each))
  return all.length > 0 ? all : undefined
}

export function readConservationStatus(cells: RowCells): LabelState['conservationStatus'] | undefined {
  const cell = cells.text('conservationStatus')
  if (!cell) return undefined
  return readConservation(cell) ?? cells.leave('conservationStatus', `“${shorten(cell)}” is not an IUCN Red List category such as VU`)
}

/** Reads a colour as `#rrggbb` in lower case. */
export function readColour(cells: RowCells): string | undefined {
  const cell = cells.text('colour').toLowerCase()
  if (!cell) return undefined
  const digits = /^#?([0-9a-f]{6})$/.exec(cell)?.[1]
  return digits ? `#${digits}` : cells.leave('colour', `“${shorten(cell)}” is not a colour such as #cc5500`)
}
