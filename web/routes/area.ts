import type { ComponentType } from 'react'

type LazyScreen = () => Promise<{ Component: ComponentType }>

/**
 * Names of icons, which `web/layouts/area-icons.tsx` maps to elements. Elements in the areas themselves would be loaded with every
 * public page.
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

/** A screen and its path. */
interface AreaPage {
  path: string
  lazy: LazyScreen
}

/** A further screen of an area, which is not in the navigation. */
interface FurtherPage extends AreaPage {
  /** Title of the page. It defaults to the label of the item of `creations` at this path, or else to that of the area. */
  title?: string
}

/** Tab of an area. Each tab is a screen with its own path. */
export interface AreaTab extends AreaPage {
  label: string
}

/** Item that can be created from any screen, through the command palette and the menu "Create New". */
interface AreaCreation {
  id: string
  label: string
  icon: AreaIcon
  path: string
  shortcut?: { keys: string; label: string }
}

/** Area of the app: its paths, its title, its entry in the navigation and the command palette, and its shortcut. */
export interface Area {
  /** Path; for an area of a project, below `/projects/{projectId}/`. */
  path: string
  /** Name in the navigation, and the title of its pages. */
  label: string
  icon: AreaIcon
  /** Letter of the shortcut that opens the area: G, then the letter. */
  goKey?: string
  /** Whether the area is one of the four in the bottom bar on a phone. The others are under More. */
  isOnPhone?: boolean
  /** Shorter label for the bottom bar on a phone. */
  phoneLabel?: string
  /** Screen of the area, or the frame around its tabs. */
  lazy: LazyScreen
  /** Tabs below its path, in order. The first has an empty path. A path that ends with `/*` includes all paths below it. */
  tabs?: readonly AreaTab[]
  pages?: readonly FurtherPage[]
  creations?: readonly AreaCreation[]
  /**
   * Initial API calls of its screen that are the same for everyone. The page requests them together with its files. A browser test compares
   * them with the real calls.
   */
  reads?: readonly string[]
}
