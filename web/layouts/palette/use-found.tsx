import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { annotatePath, labelPath, projectPath } from '../../../shared/addresses.ts'
import { call } from '../../api/call.ts'
import { membersOf } from '../../features/members/queries.ts'
import { sitesOf } from '../../features/sites/queries.ts'
import { AnnotateIcon, MapIcon, ProfileIcon, SpeciesIcon } from '../../ui/icons.tsx'
import { texts } from './texts.ts'

export interface FoundEntry {
  id: string
  label: string
  description?: string
  icon: ReactNode
  path: string
}

interface FoundSection {
  name: string
  entries: FoundEntry[]
}

const leastLetters = 2
const most = 5

/** Finds images, labels, sites and people of a project by part of their name. Empty for fewer than two letters. */
// Long: four kinds of entries in one list.
export function useFound(projectId: string | undefined, typed: string): FoundSection[] {
  const text = useDeferredValue(typed.trim())
  const params = { projectId: projectId ?? '' }
  const enabled = projectId !== undefined && text.length >= leastLetters
  const found = useQuery({
    queryKey: ['palette', projectId, text],
    queryFn: async ({ signal }) => {
      const query = { search: text, limit: most }
      const [images, labels] = await Promise.all([
        call('GET /projects/:projectId/media', { params, query: { ...query, sort: 'name' }, signal }),
        call('GET /projects/:projectId/labels', { params, query, signal })
      ])
      return { images: images.items, labels: labels.items }
    },
    enabled,
    placeholderData: keepPreviousData
  })
  const members = useQuery({ ...membersOf(params.projectId), enabled })
  const sites = useQuery({ ...sitesOf(params.projectId), enabled })
  if (!enabled) return []
  const { projectId: id } = params
  const isFound = (name: string) => name.toLowerCase().includes(text.toLowerCase())
  return [
    {
      name: texts.sections.images,
      entries: (found.data?.images ?? []).map(image => ({
        id: `image ${image.id}`,
        label: image.fileName,
        icon: <AnnotateIcon aria-hidden />,
        path: annotatePath(id, { mediaId: image.id })
      }))
    },
    {
      name: texts.sections.labels,
      entries: (found.data?.labels ?? []).map(label => ({
        id: `label ${label.id}`,
        label: label.name,
        ...(label.scientificName && label.scientificName !== label.name && { description: label.scientificName }),
        icon: <SpeciesIcon aria-hidden />,
        path: labelPath(id, label.id)
      }))
    },
    {
      name: texts.sections.sites,
      entries: (sites.data?.sites ?? [])
        .filter(({ name }) => isFound(name))
        .slice(0, most)
        .map(site => ({
          id: `site ${site.id}`,
          label: site.name,
          icon: <MapIcon aria-hidden />,
          path: projectPath(id, `annotate/sites?site=${site.id}`)
        }))
    },
    {
      name: texts.sections.people,
      entries: (members.data ?? [])
        .filter(({ name, email }) => isFound(name ?? '') || isFound(email))
        .slice(0, most)
        .map(member => ({
          id: `person ${member.accountId}`,
          label: member.name ?? member.email,
          icon: <ProfileIcon aria-hidden />,
          path: projectPath(id, 'settings#members')
        }))
    }
  ]
}
