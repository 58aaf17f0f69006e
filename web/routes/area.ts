import type { ComponentType } from 'react'

type LazyScreen = () => Promise<{ Component: ComponentType }>

/**
 * Names of icons, which `web/layouts/area-icons.tsx` maps to elements. Elements in the area itself would be loaded with every public
 * page.
 */
export type AreaIcon =
  | 'ai'
  | 'annotate'
  | 'catalog'
  | 'community'
  | 'dashboard'
  | 'journal'
  | 'map'
  | 'newPost'
  | 'newProject'
  | 'opportunities'
  | 'organization'
  | 'overview'
  | 'profile'
  | 'projects'
  | 'publication'
  | 'settings'

/** Screen at an address. */
interface AreaPage {
  path: string
  lazy: LazyScreen
}

/** Tab of an area, which is a screen of its own. */
export interface AreaTab extends AreaPage {
  label: string
}

/** Item that can be created from any screen: an entry of the palette and of the menu "Create New". */
interface AreaCreation {
  id: string
  label: string
  icon: AreaIcon
  path: string
  shortcut?: { keys: string; label: string }
}

/** Area of the app: its addresses, its entry in navigation and palette, and its keys. */
export interface Area {
  /** Path; for an area of a project, below `/projects/{projectId}/`. */
  path: string
  label: string
  icon: AreaIcon
  /** Letter that opens the area after G. */
  goKey?: string
  /** True for one of the four areas in the bottom bar of a phone. The others are under More. */
  isOnPhone?: boolean
  /** Shorter label for the bottom bar of a phone. */
  phoneLabel?: string
  /** Screen of the area, or the frame around its tabs. */
  lazy: LazyScreen
  /** Tabs below its path, in their order. The first has an empty path. A path with `/*` has further addresses below it. */
  tabs?: readonly AreaTab[]
  /** Further screens, which are in no navigation. */
  pages?: readonly AreaPage[]
  creations?: readonly AreaCreation[]
  /**
   * Initial API calls of its screen that are the same for everyone. The page requests them together with its files. A browser test compares
   * them with the real calls.
   */
  reads?: readonly string[]
}
