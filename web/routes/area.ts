import type { ComponentType } from 'react'

type LazyScreen = () => Promise<{ Component: ComponentType }>

/** Drawn by `web/layouts/area-icons.tsx`: an icon in the declaration would be loaded with every public page. */
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

/** A screen at an address. */
interface AreaPage {
  path: string
  lazy: LazyScreen
}

/** One tab of an area, which is a screen of its own. */
export interface AreaTab extends AreaPage {
  label: string
}

/** A new thing that can be begun from anywhere: an entry of the palette and of the menu "Create New". */
interface AreaCreation {
  id: string
  label: string
  icon: AreaIcon
  path: string
  shortcut?: { keys: string; label: string }
}

/** One area of the app: its addresses, its entry in navigation and palette, and its keys. */
export interface Area {
  /** Of a project's area, below `/projects/{projectId}/`. */
  path: string
  label: string
  icon: AreaIcon
  /** The letter after G that goes there. */
  goKey?: string
  /** One of the four that fit under the thumb of a phone; the others are behind More. */
  isOnPhone?: boolean
  /** A shorter label for the bar of a phone. */
  phoneLabel?: string
  /** Its screen, or the frame around its tabs. */
  lazy: LazyScreen
  /** Below its path, in their order. The first has an empty path; a path with `/*` has further addresses below it. */
  tabs?: readonly AreaTab[]
  /** Further screens, which are in no navigation. */
  pages?: readonly AreaPage[]
  creations?: readonly AreaCreation[]
  /** Calls that its screen begins with, the same for everybody: the page asks for them with its files. A journey compares them with the real ones. */
  reads?: readonly string[]
}
