import type { ReactNode } from 'react'
import { projectPath } from '../../shared/addresses.ts'
import type { Area } from '../routes/area.ts'
import { mainAreas } from '../routes/main-areas.ts'
import { projectAreas } from '../routes/project-areas.ts'
import { areaIcons } from './area-icons.tsx'

export interface Place extends Pick<Area, 'path' | 'label' | 'goKey' | 'isOnPhone' | 'phoneLabel'> {
  icon: ReactNode
}

const toPlace = ({ icon, ...area }: Area): Place => ({ ...area, icon: areaIcons[icon] })

export const mainPlaces = mainAreas.map(toPlace)

/** Areas of a project, below `/projects/{projectId}/`. */
const sections = projectAreas.map(toPlace)

export const projectPlaces = (projectId: string): Place[] =>
  sections.map(section => ({ ...section, path: projectPath(projectId, section.path) }))

export const bottomBarPlaces = (projectId: string): Place[] => projectPlaces(projectId).filter(({ isOnPhone }) => isOnPhone)

/** Items that can be created from any screen. */
export const creations = mainAreas.flatMap(({ label: area, creations = [] }) =>
  creations.map(creation => ({ ...creation, area, icon: areaIcons[creation.icon] }))
)
