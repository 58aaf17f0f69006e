import { formatNumber } from '../../ui/format.ts'
import type { DataColumn } from './data-table.tsx'
import { texts } from './texts.tsx'

interface Effort {
  images: number
  events?: number
}

/** Whether observations count, so that groups have sampling events. */
export const hasEvents = (rows: readonly Effort[]): boolean => rows.some(({ events }) => events !== undefined)

/**
 * Columns with the effort of each group: images, and sampling events if observations count. The image column is left out if observations count
 * and no group has images.
 */
export function effortColumns<Row extends Effort>(rows: readonly Row[]): DataColumn<Row>[] {
  const hasImages = !hasEvents(rows) || rows.some(({ images }) => images > 0)
  const tip = texts.terms.list.effort.meaning
  const images: DataColumn<Row> = {
    id: 'images',
    name: texts.table.images,
    unit: texts.table.examined,
    tip,
    value: ({ images }) => images,
    show: ({ images }) => formatNumber(images)
  }
  const events: DataColumn<Row> = {
    id: 'events',
    name: texts.table.events,
    tip,
    value: ({ events = 0 }) => events,
    show: ({ events = 0 }) => formatNumber(events)
  }
  return [...(hasImages ? [images] : []), ...(hasEvents(rows) ? [events] : [])]
}
