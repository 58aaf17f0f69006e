import type { ReactNode } from 'react'
import { projectPath } from '../../shared/addresses.ts'
import {
  AiIcon,
  AnnotateIcon,
  CommunityIcon,
  DashboardIcon,
  JournalIcon,
  MapIcon,
  OpportunitiesIcon,
  OverviewIcon,
  ProfileIcon,
  ProjectsIcon,
  PublicationIcon,
  SettingsIcon,
  SpeciesIcon
} from '../ui/icons.tsx'

export interface Place {
  path: string
  label: string
  icon: ReactNode
  /** The letter after G that goes there. */
  goKey?: string
}

export const mainPlaces: Place[] = [
  { path: '/dashboard', label: 'Dashboard', icon: <DashboardIcon aria-hidden />, goKey: 'd' },
  { path: '/projects', label: 'Projects', icon: <ProjectsIcon aria-hidden />, goKey: 'p' },
  { path: '/opportunities', label: 'Opportunities', icon: <OpportunitiesIcon aria-hidden /> },
  { path: '/community', label: 'Community', icon: <CommunityIcon aria-hidden /> },
  { path: '/profile', label: 'Profile', icon: <ProfileIcon aria-hidden /> }
]

/** Below `/projects/{projectId}/`. */
const sections: Place[] = [
  { path: 'dashboard', label: 'Overview', icon: <OverviewIcon />, goKey: 'o' },
  { path: 'annotate', label: 'Annotate', icon: <AnnotateIcon aria-hidden />, goKey: 'a' },
  { path: 'ai', label: 'AI Analysis', icon: <AiIcon aria-hidden />, goKey: 'i' },
  { path: 'catalog', label: 'Species Catalog', icon: <SpeciesIcon aria-hidden />, goKey: 's' },
  { path: 'map', label: 'Map', icon: <MapIcon aria-hidden />, goKey: 'm' },
  { path: 'journal', label: 'Journal', icon: <JournalIcon aria-hidden />, goKey: 'j' },
  { path: 'publication', label: 'Publication', icon: <PublicationIcon aria-hidden /> },
  { path: 'settings', label: 'Settings', icon: <SettingsIcon aria-hidden /> }
]

export const projectPlaces = (projectId: string): Place[] =>
  sections.map(section => ({ ...section, path: projectPath(projectId, section.path) }))

/** The four that fit under the thumb of a phone; the others are behind More. */
const bottomBarSections = ['dashboard', 'annotate', 'map', 'journal']

export const bottomBarPlaces = (projectId: string): Place[] =>
  sections
    .filter(({ path }) => bottomBarSections.includes(path))
    .map(section => ({ ...section, path: projectPath(projectId, section.path) }))
