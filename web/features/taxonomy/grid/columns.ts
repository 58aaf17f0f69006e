import type { CSSProperties } from 'react'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import type { CatalogTree } from '../catalog-tree.ts'
import { gridTexts as texts } from '../texts.ts'
import type { TableSort } from './rows.ts'

export interface GridColumn {
  id: 'name' | 'author' | 'rank' | 'status' | 'vernacular' | 'aphia' | 'annotations' | 'key'
  header: string
  /** Minimum width in rem. `share` is the share of the remaining width. */
  least: number
  share?: number
  /** Maximum width in rem in the tree, which has few columns. */
  most?: number
  sort?: TableSort
  inTree?: boolean
  /** Returns whether a label has a value in the column. A column without any value is left out. */
  fills?: (label: OutlineLabel) => boolean
}

const allColumns: GridColumn[] = [
  { id: 'name', header: texts.columns.name, least: 12, share: 2, most: 40, sort: 'name', inTree: true },
  { id: 'author', header: texts.columns.author, least: 8, share: 1, fills: label => label.scientificNameAuthorship !== undefined },
  { id: 'rank', header: texts.columns.rank, least: 6.5, sort: 'rank', inTree: true, fills: label => label.taxonRank !== undefined },
  { id: 'status', header: texts.columns.status, least: 7, share: 1, sort: 'status', fills: label => label.taxonomicStatus !== undefined },
  { id: 'vernacular', header: texts.columns.vernacular, least: 8, share: 1, fills: label => label.vernacularName !== undefined },
  { id: 'aphia', header: texts.columns.aphia, least: 5.5, inTree: true, fills: label => label.aphiaId !== undefined },
  { id: 'annotations', header: texts.columns.annotations, least: 6.5, sort: 'annotations', inTree: true },
  { id: 'key', header: texts.columns.key, least: 2.75, inTree: true, fills: label => label.hotkey !== undefined }
]

export function columnsOf({ labels }: CatalogTree, view: 'tree' | 'table'): GridColumn[] {
  return allColumns
    .filter(({ inTree, fills }) => (view === 'table' || inTree) && (!fills || labels.some(fills)))
    .map(column => (view === 'table' ? { ...column, most: undefined } : { ...column, sort: undefined }))
}

/** Returns the column widths that all rows share, in rem. The last column holds two buttons; the gap is 0.75. */
export function widthsOf(columns: readonly GridColumn[]): CSSProperties {
  const widths = columns.map(({ least, share, most }) =>
    most ? `minmax(${least}rem, ${most}rem)` : share ? `minmax(${least}rem, ${share}fr)` : `${least}rem`
  )
  const least = columns.reduce((sum, column) => sum + column.least + 0.75, toolsWidth + 1.25)
  return { '--columns': [...widths, `${toolsWidth}rem`].join(' '), '--least': `${least}rem` } as CSSProperties
}

const toolsWidth = 4.75
