import type { ReactNode } from 'react'
import { formatCount, formatNumber } from '../../../ui/format.ts'
import { sentence } from '../../../ui/sentence.ts'

/** UI strings for the figures on a project's overview. */
export const texts = {
  numbers: {
    images: 'images',
    positioned: 'with a position',
    dated: 'with a capture time',
    captured: 'captured, UTC',
    depth: 'depth',
    complete: 'all images',
    withoutPosition: (count: number) => `${formatNumber(count)} without a position`,
    withoutTime: (count: number) => `${formatNumber(count)} without a time`
  },
  depths: {
    none: (filename: ReactNode, depth: ReactNode) =>
      sentence('No image has a depth yet. Attach a table with the columns ', filename, ' and ', depth, ', or enter depths in the viewer.'),
    chart: (count: number) => `Images by depth in metres, ${formatCount(count, 'image')}`,
    caption: (count: number) => `Depth in metres, n = ${formatNumber(count)}`,
    asTable: 'As a table',
    depth: 'Depth, m',
    images: 'Images',
    save: 'Save as CSV'
  }
}
