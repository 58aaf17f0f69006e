import type { MapCells, MapMarks } from '../../../../shared/contracts/map.ts'

/** Annotations or observations in view: counts by cell, or single records when there are few. */
export interface ChartRecords {
  cells: MapCells | null
  marks: MapMarks | null
  /** CSS colour of each label of the marks, in the order of `labelIds`. */
  labelColours: readonly string[]
}
