import type { CSSProperties } from 'react'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import type { CatalogTree } from '../catalog-tree.ts'
import type { TableSort } from './rows.ts'

export interface GridColumn {
  id: 'name' | 'author' | 'rank' | 'status' | 'vernacular' | 'aphia' | 'annotations' | 'key'
  header: string
  /** Least width in rem, and its share of what is left. */
  least: number
  share?: number
  /** In the tree, where few columns follow, it takes no more than this, in rem. */
  most?: number
  sort?: TableSort
  inTree?: boolean
  /** A column that no label of the catalog fills is left out. */
  fills?: (label: OutlineLabel) => boolean
}

const allColumns: GridColumn[] = [
  { id: 'name', header: 'Name', least: 12, share: 2, most: 40, sort: 'name', inTree: true },
  { id: 'author', header: 'Author', least: 8, share: 1, fills: label => label.scientificNameAuthorship !== undefined },
  { id: 'rank', header: 'Rank', least: 6.5, sort: 'rank', inTree: true, fills: label => label.taxonRank !== undefined },
  { id: 'status', header: 'Status', least: 7, share: 1, sort: 'status', fills: label => label.taxonomicStatus !== undefined },
  { id: 'vernacular', header: 'Common name', least: 8, share: 1, fills: label => label.vernacularName !== undefined },
  { id: 'aphia', header: 'AphiaID', least: 5.5, inTree: true, fills: label => label.aphiaId !== undefined },
  { id: 'annotations', header: 'Annotations', least: 6.5, sort: 'annotations', inTree: true },
  { id: 'key', header: 'Key', least: 2.75, inTree: true, fills: label => label.hotkey !== undefined }
]

export function columnsOf({ labels }: CatalogTree, view: 'tree' | 'table'): GridColumn[] {
  return allColumns
    .filter(({ inTree, fills }) => (view === 'table' || inTree) && (!fills || labels.some(fills)))
    .map(column => (view === 'table' ? { ...column, most: undefined } : { ...column, sort: undefined }))
}

/** All rows lay out their cells alike. In rem: the last column holds two buttons, between two columns is 0.75. */
export function widthsOf(columns: readonly GridColumn[]): CSSProperties {
  const widths = columns.map(({ least, share, most }) =>
    most ? `minmax(${least}rem, ${most}rem)` : share ? `minmax(${least}rem, ${share}fr)` : `${least}rem`
  )
  const least = columns.reduce((sum, column) => sum + column.least + 0.75, toolsWidth + 1.25)
  return { '--columns': [...widths, `${toolsWidth}rem`].join(' '), '--least': `${least}rem` } as CSSProperties
}

const toolsWidth = 4.75
