import type { ReactNode } from 'react'
import type { AreaIcon } from '../routes/area.ts'
import {
  AiIcon,
  AnnotateIcon,
  CommunityIcon,
  DashboardIcon,
  JournalIcon,
  MapIcon,
  NewPostIcon,
  NewProjectIcon,
  OpportunitiesIcon,
  OrganizationIcon,
  OverviewIcon,
  ProfileIcon,
  ProjectsIcon,
  PublicationIcon,
  SettingsIcon,
  SpeciesIcon
} from '../ui/icons.tsx'

export const areaIcons: Record<AreaIcon, ReactNode> = {
  ai: <AiIcon aria-hidden />,
  annotate: <AnnotateIcon aria-hidden />,
  catalog: <SpeciesIcon aria-hidden />,
  community: <CommunityIcon aria-hidden />,
  dashboard: <DashboardIcon aria-hidden />,
  journal: <JournalIcon aria-hidden />,
  map: <MapIcon aria-hidden />,
  newPost: <NewPostIcon aria-hidden />,
  newProject: <NewProjectIcon aria-hidden />,
  opportunities: <OpportunitiesIcon aria-hidden />,
  organization: <OrganizationIcon aria-hidden />,
  overview: <OverviewIcon />,
  profile: <ProfileIcon aria-hidden />,
  projects: <ProjectsIcon aria-hidden />,
  publication: <PublicationIcon aria-hidden />,
  settings: <SettingsIcon aria-hidden />
}
